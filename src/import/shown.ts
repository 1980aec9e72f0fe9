// Documents as they may be shown: the values of secret keys and files masked where they stand.
import { isMap, isPair, isScalar, isSeq, type Pair, parseAllDocuments, visit } from 'yaml';
import { type IsSecret, looksSecret } from '../model/secrets.ts';
import { fieldOf, nameOf } from './sites.ts';
import { Splices } from './splices.ts';

const MASK = '(secret)';
/** What says where a value is or where it comes from, and not what it is. */
const OPEN = new Set([
  'env',
  'path',
  'opp',
  'context',
  'vdt',
  'readme',
  'deprecated',
  'push',
  'key',
  'file',
  'securityGroup',
]);

export function shownDocument(document: { path: string; text: string }, isSecret: IsSecret): string {
  const splices = new Splices(document);
  const masked = new Set<unknown>();
  for (const parsed of parseAllDocuments(document.text, {
    schema: 'failsafe',
    uniqueKeys: false,
    logLevel: 'silent',
  })) {
    if (!('contents' in parsed)) continue;
    visit(parsed, {
      Scalar: (_, node) => {
        if (looksSecret(String(node.value))) maskLeaves(node, { splices, masked });
      },
      Pair: (_, pair) => {
        if (isSecret(nameOf(pair), null)) maskLeaves(pair.value, { splices, masked });
      },
      Map: (_, node) => {
        const name = (fieldOf(node, 'key') ?? fieldOf(node, 'file'))?.value;
        if (isScalar(name) && isSecret(String(name.value), null)) maskLeaves(node, { splices, masked });
      },
    });
  }
  return splices.apply();
}

function maskLeaves(node: unknown, to: { splices: Splices; masked: Set<unknown> }): void {
  if (isMap(node)) {
    for (const pair of node.items as Pair[])
      if (isPair(pair) && !OPEN.has(nameOf(pair))) maskLeaves(pair.value, to);
  } else if (isSeq(node)) {
    for (const item of node.items) maskLeaves(item, to);
  } else if (isScalar(node) && !to.masked.has(node)) {
    to.masked.add(node);
    to.splices.replace(node, MASK);
  }
}
