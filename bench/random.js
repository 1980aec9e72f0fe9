// Numbers and words that look made up by people and are the same in every run.

const WORDS =
  'account alert batch billing cache cart catalog checkout client cluster country currency customer database delivery discount email endpoint event export feature fraud gateway host image import index invoice job limit locale log mail metric order partner password payment pool price queue rate region report retry search session shipping stock store tax timeout token tracking upload user voucher warehouse worker'.split(
    ' ',
  );

/** mulberry32: small, and good enough for words. */
export function randomOf(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (n) => Math.floor(next() * n);
  const pick = (list) => list[below(list.length)];
  const words = (count) => Array.from({ length: count }, () => pick(WORDS)).join(' ');
  return { next, below, pick, words };
}
