// Numbers of many runs as one.

export function median(numbers) {
  return quantile(numbers, 0.5);
}

/** Between which half of the ratios of neighbouring runs lie. */
export function spread(below, above) {
  const ratios = above.map((time, run) => time / below[run]);
  return [quantile(ratios, 0.25), quantile(ratios, 0.75)];
}

export function quantile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low + (high - low) * (place - Math.floor(place));
}

/** What is above the constant part and less than this, or than this share of it, says nothing about growth. */
const [LEAST, LEAST_SHARE] = [5, 0.1];

/**
 * The exponent k of `time = base + a · size^k`, by least squares over the logarithms. `base` is what the smallest size
 * takes: starting a process would hide how the rest grows. A run is wrong by as many milliseconds for a small size as
 * for a large one, so the logarithm of a small time counts less, by its square. NaN where fewer than two sizes take
 * clearly longer than the smallest.
 */
export function exponent([[, base], ...points]) {
  const told = points
    .map(([size, time]) => [size, time - base])
    .filter(([, time]) => time > Math.max(LEAST, base * LEAST_SHARE))
    .map(([size, time]) => ({ x: Math.log(size), y: Math.log(time), weight: time ** 2 }));
  if (told.length < 2) return Number.NaN;
  const all = sum(told, ({ weight }) => weight);
  const x = sum(told, (one) => one.weight * one.x) / all;
  const y = sum(told, (one) => one.weight * one.y) / all;
  const above = sum(told, (one) => one.weight * (one.x - x) * (one.y - y));
  return above / sum(told, (one) => one.weight * (one.x - x) ** 2);
}

function sum(list, numberOf) {
  return list.reduce((all, one) => all + numberOf(one), 0);
}
