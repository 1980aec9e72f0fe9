// Declared values against declared types. Types that only the server knows are checked when the plan is made.
import { fullContext } from '../model/context.ts';
import type { Report } from '../model/diagnostic.ts';
import type { Key, State, Value } from '../model/state.ts';
import { type Vdt, valueProblem } from '../model/vdt.ts';

const NATIVE_VDTS: readonly Vdt[] = ['Map', 'List', 'JSON'];

export function checkTypes(state: State, depth: number, report: Report): void {
  for (const key of state.keys.values()) {
    for (const value of key.values.values()) checkValue(key, value, { depth, report });
  }
}

function checkValue(key: Key, value: Value, { depth, report }: { depth: number; report: Report }): void {
  if (key.vdt === undefined && !value.native) return;
  const at = value.place === undefined ? {} : { place: value.place };
  if (value.native && !NATIVE_VDTS.some((vdt) => vdt === key.vdt)) {
    const message =
      key.vdt === undefined
        ? `The key ${key.name} has a mapping or a list as its value, and no declared type.`
        : `The key ${key.name} is ${key.vdt}, which cannot be a mapping or a list.`;
    report({
      severity: 'error',
      code: 'vdt-required',
      message,
      hint: 'Declare `vdt: Map`, `vdt: List` or `vdt: JSON`.',
      ...at,
    });
    return;
  }
  if (key.vdt === undefined || value.absent || value.unknown) return;
  const expected = valueProblem(key.vdt, value.text);
  if (expected === undefined) return;
  report({
    severity: 'error',
    code: 'value-type',
    message: `The value of ${key.name} in \`${fullContext(value.context, depth)}\` does not fit its type ${key.vdt}.`,
    hint: `Expected: ${expected}.`,
    ...at,
  });
}
