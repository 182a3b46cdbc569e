/** Maximum items and pages of one list, in case a server never stops. */
const MOST_ITEMS = 10_000;
const MOST_PAGES = 1_000;

/** Fetches all items of a paginated list. */
export async function allPages<T>(
  ask: (
    page: { cursor: string } | undefined,
  ) => Promise<{ items: readonly T[]; nextCursor?: string | null | undefined }>,
): Promise<T[]> {
  const all: T[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES && all.length < MOST_ITEMS; page += 1) {
    const { items, nextCursor } = await ask(cursor === undefined ? undefined : { cursor });
    for (const item of items) all.push(item);
    // Some servers send null or nothing in it at the end. A repeated cursor means a cycle.
    if (!nextCursor || seen.has(nextCursor)) break;
    seen.add(nextCursor);
    cursor = nextCursor;
  }
  return all;
}
