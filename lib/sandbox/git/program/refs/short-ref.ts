import type { Repository } from '../../repository';

/** What a short name may stand for, in the order in which git looks. */
const PLACES = ['', 'refs/', 'refs/tags/', 'refs/heads/', 'refs/remotes/'];

/**
 * The shortest name of a ref that means no other one: `main`, or `heads/main` beside a tag `main`. If it is not
 * `strict`, it may also mean a ref that is looked for later.
 */
export async function shortestRef(
  { refs }: Pick<Repository, 'refs'>,
  name: string,
  { strict = true }: { strict?: boolean } = {},
): Promise<string> {
  for (let at = PLACES.length - 1; at > 0; at--) {
    const place = PLACES[at] ?? '';
    if (!name.startsWith(place)) continue;
    const short = name.slice(place.length);
    const rivals = PLACES.filter((_, other) => (strict ? other !== at : other < at)).map((rival) => rival + short);
    if (strict) rivals.push(`refs/remotes/${short}/HEAD`);
    const taken = await Promise.all(
      rivals.map(async (rival) => (await refs.resolve(rival).catch(() => undefined)) !== undefined),
    );
    if (!taken.some(Boolean)) return short;
  }
  return name;
}
