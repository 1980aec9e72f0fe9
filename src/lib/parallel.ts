// Work on many items, some of them at the same time.

/** More requests at once would only wait for each other in the server. */
const PARALLEL = 8;

/** Resolves when all is done; the results are in the order of the items. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  const worker = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: PARALLEL }, worker));
  return results;
}
