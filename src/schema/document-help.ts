// What each field of a document means: one row for each, so that a field without a row is a type error.
import type {
  DocumentField,
  FileEntryField,
  FileField,
  KeyEntryField,
  KeyField,
  ValueEntryField,
  ValueField,
} from '../model/document-fields.ts';
import type { FieldHelp } from './schema.ts';
import type { KeyMetadata, Vdt } from '../model/state.ts';

const DOCUMENTS = 'format.md#documents';
const KEY = 'format.md#a-key';
const VALUE = 'format.md#a-value';
const FILE = 'format.md#a-file';
const INTERFACE = 'format.md#the-shape-of-the-interface';

const CONTEXT = 'One element for each level, joined by `;`. `*` is any element.';

export const DOCUMENT_FILE_HELP: FieldHelp = {
  text: 'A document of confighub-sync: keys, values and files of a configuration repository.',
  page: DOCUMENTS,
};

export const DOCUMENT_HELP: Record<DocumentField, FieldHelp> = {
  context: {
    text: `The context of all values and files of this document that name none themselves. ${CONTEXT}`,
    page: DOCUMENTS,
    examples: ['Production;*'],
  },
  keys: {
    text: 'Keys by name. `key: text` is short for `key: { value: text }`.',
    page: KEY,
    examples: [{ 'shop.title': 'Corner Shop' }],
  },
  files: {
    text: 'Files by path, with the content for each context.',
    page: FILE,
    examples: [{ 'nginx/app.conf': { '*;*': { path: 'content/app.conf' } } }],
  },
  data: {
    text: "Keys and files in the server's own format, such as the body of a push or an export.",
    page: INTERFACE,
  },
  changeComment: { text: 'Ignored: the comment of a push is the commit message.', page: 'server-history.md' },
  enableKeyCreation: { text: 'Only `true`: declared keys that are missing are always created.', page: INTERFACE },
};

/** What stands below a name that the user chooses. */
export const ITEM_HELP = {
  key: { text: 'A key: its value, or a mapping with its values and metadata.', page: KEY },
  value: { text: 'A value: text, a value object, or JSON if the type is `Map`, `List` or `JSON`.', page: VALUE },
  file: { text: 'A file: its content for each context, or for every context.', page: FILE },
  content: { text: 'The content of the file: one of `content`, `path`, `env` or `opp: delete`.', page: FILE },
} satisfies Record<string, FieldHelp>;

const GROUP_PAGE = 'format.md#security-groups';

const METADATA_HELP: Record<keyof KeyMetadata, FieldHelp> = {
  readme: { text: 'A description of the key.', page: KEY },
  vdt: {
    text: 'The value type. Without it, an existing key keeps its type, and a new key is `Text`.',
    page: 'format.md#value-types',
  },
  deprecated: { text: 'Whether the key is deprecated.', page: KEY },
  push: { text: '`false` locks the key: only a token that may push locked keys can change it.', page: KEY },
  securityGroup: {
    text: 'The security group of the key. `passwords` in the project file names the variable with its password.',
    page: GROUP_PAGE,
  },
};

const FILE_GROUP: FieldHelp = {
  text: 'The security group of the file. `passwords` in the project file names the variable with its password.',
  page: GROUP_PAGE,
};
const KEY_ABSENT: FieldHelp = { text: '`delete`: the key must not exist.', page: KEY };
const VALUE_ABSENT: FieldHelp = { text: '`delete`: the value must not exist.', page: VALUE };
const FILE_ABSENT: FieldHelp = { text: '`delete`: the file must not exist in this context.', page: FILE };

export const KEY_HELP: Record<KeyField, FieldHelp> = {
  ...METADATA_HELP,
  value: { text: 'The value for every context, or for the `context` of the document.', page: KEY },
  values: {
    text: `A value for each context. ${CONTEXT}`,
    page: KEY,
    examples: [{ '*;*': 'db.dev.internal', 'Production;*': 'db.prod.internal' }],
  },
  opp: KEY_ABSENT,
};

export const VALUE_HELP: Record<ValueField, FieldHelp> = {
  value: { text: 'The value, even if it looks like one of the other forms.', page: VALUE },
  path: {
    text: 'The value is the content of this file, relative to the document.',
    page: VALUE,
    examples: ['content/banner.html'],
  },
  env: {
    text: 'The value is that of this environment variable. It is always masked.',
    page: VALUE,
    examples: ['DB_PASSWORD'],
  },
  opp: VALUE_ABSENT,
};

export const FILE_HELP: Record<FileField, FieldHelp> = {
  path: {
    text: 'The content is that of this file, relative to the document.',
    page: FILE,
    examples: ['content/app.conf'],
  },
  content: { text: 'The content as text.', page: FILE },
  env: {
    text: 'The content is the value of this environment variable. It is always masked.',
    page: FILE,
    examples: ['APP_LICENSE'],
  },
  opp: FILE_ABSENT,
  securityGroup: FILE_GROUP,
};

const ENTRY_CONTEXT: FieldHelp = { text: `The context. ${CONTEXT}`, page: INTERFACE, examples: ['Production;*'] };
const ACTIVE: FieldHelp = {
  text: 'Only `true`: a push can no longer change an inactive item.',
  page: INTERFACE,
  standard: true,
};

export const KEY_ENTRY_HELP: Record<KeyEntryField, FieldHelp> = {
  key: { text: 'The name of the key.', page: INTERFACE, examples: ['db.host'] },
  ...METADATA_HELP,
  values: { text: 'The values of the key, one for each context.', page: INTERFACE },
  opp: KEY_ABSENT,
};

export const VALUE_ENTRY_HELP: Record<ValueEntryField, FieldHelp> = {
  context: ENTRY_CONTEXT,
  value: { text: 'The value as text, or null.', page: INTERFACE },
  active: ACTIVE,
  opp: VALUE_ABSENT,
};

export const FILE_ENTRY_HELP: Record<FileEntryField, FieldHelp> = {
  file: { text: 'The path of the file on the server.', page: INTERFACE, examples: ['nginx/app.conf'] },
  context: ENTRY_CONTEXT,
  content: { text: 'The content as text.', page: INTERFACE },
  active: ACTIVE,
  securityGroup: FILE_GROUP,
  opp: FILE_ABSENT,
};

export const VDT_HELP: Record<Vdt, string> = {
  Text: 'Any text.',
  Code: 'Any text, such as a program or a template.',
  JSON: 'JSON, as text or as a mapping or list.',
  Boolean: 'Either true or false.',
  Integer: 'A whole number of 32 bits.',
  Long: 'A whole number of 64 bits.',
  Double: 'A number such as 1, 1.5 or 1e5.',
  Float: 'A number such as 1, 1.5 or 1e5.',
  Map: 'A JSON object, as text or as a mapping.',
  List: 'A JSON array, as text or as a list.',
  FileRef: 'The path of a file in the repository.',
  FileEmbed: 'The path of a file in the repository, whose content an application receives.',
};
