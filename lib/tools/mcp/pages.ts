/** Pages of one list that are asked for: a server that never ends would otherwise. */
const MOST_PAGES = 20;

/** All of a list that comes page by page. */
export async function allPages<T>(
  ask: (page: { cursor: string } | undefined) => Promise<{ items: readonly T[]; nextCursor?: string | undefined }>,
): Promise<T[]> {
  const all: T[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { items, nextCursor } = await ask(cursor === undefined ? undefined : { cursor });
    all.push(...items);
    if (nextCursor === undefined) break;
    cursor = nextCursor;
  }
  return all;
}
