// What a request costs the real server, in milliseconds of one of its two processors. Measured on one with 10,000 keys with
// three values: the export takes 2.4 s, and so do three pulls, two of them at a time; a push of 1 % takes 0.7 s. The shares
// of keys and values are those of one with 9,900 keys with one value, and one with 3,000 keys with three.
const COSTS = {
  export: { base: 0, key: 0.068, value: 0.0574 },
  'export without values': { base: 0, key: 0.0064, value: 0 },
  pull: { base: 0, key: 0.0097, value: 0.0368 },
  keyData: { base: 0, key: 0.0018, value: 0.0018 },
  info: { base: 45, key: 0, value: 0 },
  // 500 ms with 6,900 keys and values on the whole server, 3,700 ms with 128,000.
  'info/all': { base: 318, key: 0.0264, value: 0.0264 },
};
/** Keys and values of other repositories: `info/all` loads them too. */
const ELSEWHERE = 60_000;
/** A push of one value, and of each more for each value that the repository has: 100 of 30,000 take 700 ms. */
const PUSH = { base: 45, change: 0.00022 };

const PROCESSORS = 2;

const sizes = new WeakMap();

export function costOf(endpoint, { omitsValues, repository }) {
  const cost = COSTS[endpoint === 'export' && omitsValues ? 'export without values' : endpoint];
  if (cost === undefined) return 0;
  const { keys, values } = sizeOf(repository);
  const elsewhere = endpoint === 'info/all' ? ELSEWHERE * cost.key : 0;
  return cost.base + elsewhere + keys * cost.key + values * cost.value;
}

/** @param body the text of the push */
export function costOfPush(body, repository) {
  const changes = JSON.parse(body).data.flatMap(({ values }) => values ?? [0]).length;
  return PUSH.base + changes * PUSH.change * sizeOf(repository).values;
}

function sizeOf(repository) {
  if (!sizes.has(repository)) {
    const values = [...repository.keys.values()].reduce((sum, { rows }) => sum + rows.size, 0);
    sizes.set(repository, { keys: repository.keys.size, values });
  }
  return sizes.get(repository);
}

/** Work that is done on as many processors as there are, the rest in order of its arrival. */
export class Processors {
  #free = PROCESSORS;
  #waiting = [];

  async run(work) {
    if (this.#free === 0) await new Promise((resolve) => this.#waiting.push(resolve));
    else this.#free--;
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#free++;
      else next();
    }
  }
}
