// What is said about a field outside of the pages: in editors, by the JSON Schema.

export type Json = string | number | boolean | null | readonly Json[] | { readonly [name: string]: Json };

export interface FieldHelp {
  /** Short sentences in plain English, which agree with the page. */
  text: string;
  /** The page in docs/ that says more, such as `format.md#documents`. */
  page: string;
  /** What holds if the field is left out. */
  standard?: Json;
  examples?: readonly Json[];
}
