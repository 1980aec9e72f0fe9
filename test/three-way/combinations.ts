// The combinations of last applied × desired × live: what each state is made of, and every choice that an apply may be made with.
import { ON_DRIFT, PRUNE_MODES } from '../../src/model/project.ts';

/** `absent`: not there, or not declared; `none`: nothing was ever applied. */
const LAST_APPLIED = ['none', 'absent', 'a'] as const;
const DESIRED = ['absent', 'a', 'b'] as const;
const LIVE = ['absent', 'a', 'b', 'c'] as const;

export const CELLS = LAST_APPLIED.flatMap((then) =>
  DESIRED.flatMap((ours) =>
    LIVE.map((there) => ({ then, ours, there, name: `${then}-${ours}-${there}` })),
  ),
);

export const MODES = PRUNE_MODES.flatMap((prune) =>
  ON_DRIFT.map((onDrift) => ({ prune, onDrift })),
);

/** A value, a file and a readme that all are `text`; `absent` leaves them out. A second value keeps the key alive. */
export function document(text: string): string {
  if (text === 'absent') return '{ keys: { other: x, meta: x } }';
  return `{ keys: { other: x, k: { values: { "P;*": ${text} } }, meta: { readme: ${text}, value: x } },
    files: { f: { "*;*": { content: ${text} } } } }`;
}

/** The push that makes the same of a server, beside what others hold there. */
export function pushOf(text: string): object {
  const value = (content: string, context = '*;*') => [{ context, value: content }];
  const items = [
    { key: 'k', vdt: 'Text', push: true, values: value(text, 'P;*') },
    { file: 'f', context: '*;*', content: text },
  ];
  const readme = text === 'absent' ? {} : { readme: text };
  const data = [
    { key: 'other', push: true, values: value('x') },
    { key: 'meta', ...readme, push: true, values: value('x') },
    { key: 'foreign', push: true, values: value('theirs') },
    ...(text === 'absent' ? [] : items),
  ];
  return { enableKeyCreation: true, data };
}
