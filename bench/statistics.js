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

/** Milliseconds above the constant part below which a time says nothing about growth. */
const LEAST = 5;

/**
 * The exponent k of `time = base + a · size^k`, by least squares over the logarithms. `base` is what the smallest size
 * takes: starting a process would hide how the rest grows. NaN where fewer than two sizes take longer than that.
 */
export function exponent([[, base], ...points]) {
  const told = points.filter(([, time]) => time - base > LEAST);
  if (told.length < 2) return Number.NaN;
  const logs = told.map(([size, time]) => [Math.log(size), Math.log(time - base)]);
  const mean = (at) => logs.reduce((sum, log) => sum + log[at], 0) / logs.length;
  const [x, y] = [mean(0), mean(1)];
  const above = logs.reduce((sum, log) => sum + (log[0] - x) * (log[1] - y), 0);
  return above / logs.reduce((sum, log) => sum + (log[0] - x) ** 2, 0);
}
