// Texts that try to be more than text, and changes made of them.
import fc from 'fast-check';
import type { Change } from '../../../src/model/plan.ts';
import { CODE_POINT } from '../../random/code-points.ts';
import { fileChange, keyChange, placeAt, valueChange } from '../../helpers/plans.ts';

/** What is between spaces, and what has a space or cannot be seen. */
const HOSTILE = [
  ...`
    \` \`\` \`\`\` \`\`\`\`diff ~~~ | \\| \\ * ** _ ~~ # === --- > [!NOTE] " ' →
    @octocat @acme/ops #1 GH-1 acme/shop#1 0123456789abcdef :tada: $x$ $\`x\`$
    http://x.com www.x.com www. a@b.c mailto:a@b.c <http://x.com> [x](http://x.com)
    ![x](http://x.com/y.png) [^1] <b> </details> <!-- --> &lt; &#64; word a 1 42. 7) é 中 👍🏽
  `
    .trim()
    .split(/\s+/),
  ...['', '  ', '# ', '- ', '+ ', '1. ', '> ', '[ ] ', '[x]: http://x.com'],
  ...['\r\n', '\u001b[31m', '\udc00', ...'\n\t \u202e\u2066\u200b\u0000\u2028\ud800'],
];

export const hostile = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(...HOSTILE) },
      fc.string({ unit: CODE_POINT }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

/** Long ones too, on one line and on many. */
const anyText = fc.oneof(
  { weight: 8, arbitrary: hostile },
  {
    weight: 1,
    arbitrary: fc
      .tuple(hostile, fc.integer({ min: 1, max: 300 }))
      .map(([text, n]) => text.repeat(n)),
  },
);

/** Often the same, so that several changes have one name. */
const name = fc.oneof(hostile, fc.constantFrom('k', '@k'));

const place = fc.option(
  fc.tuple(fc.integer({ min: 1, max: 30 }), hostile).map(([line, file]) => placeAt(line, file)),
  { nil: undefined },
);

const common = fc.record(
  {
    secret: fc.constant(true as const),
    cause: fc.constantFrom('declared' as const, 'conflict' as const, 'unmanaged' as const),
  },
  { requiredKeys: [] },
);

/** Before and after, at least one of them. */
function texts<T>(text: fc.Arbitrary<T>) {
  return fc.oneof(
    text.map((after) => ({ after })),
    text.map((before) => ({ before })),
    fc.tuple(text, text).map(([before, after]) => ({ before, after })),
  );
}

const value = fc
  .tuple(name, hostile, texts(fc.option(anyText)), common, place)
  .map(([key, context, both, rest, at]) =>
    valueChange({ key, context, ...both, ...rest, ...(at && { place: at }) }),
  );
const file = fc
  .tuple(name, hostile, texts(anyText), common, place)
  .map(([path, context, both, rest, at]) =>
    fileChange({ path, context, ...both, ...rest, ...(at && { place: at }) }),
  );
const key = fc.tuple(name, hostile, hostile, fc.boolean()).map(([key, before, after, isNew]) =>
  isNew
    ? keyChange({ key, after: { securityGroup: after } })
    : keyChange({
        key,
        before: { readme: before },
        after: { readme: `${after}!`, vdt: 'Integer' },
      }),
);

export const change: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: value },
  { weight: 3, arbitrary: file },
  { weight: 1, arbitrary: key },
);
