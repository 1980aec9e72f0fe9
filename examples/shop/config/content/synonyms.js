// Words that customers use for the same thing.
const groups = [
  ['bread', 'loaf', 'baguette'],
  ['soda', 'pop', 'soft drink'],
  ['courgette', 'zucchini'],
];

export function expand(word) {
  const group = groups.find((words) => words.includes(word.toLowerCase()));
  return group ?? [word];
}
