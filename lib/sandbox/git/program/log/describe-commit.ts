import type { Commit } from '../../store/commit';
import { parseTag, peel } from '../../store/tag';
import type { Context } from '../setup/context';
import { globPattern } from '../setup/glob';
import { commitHistory, reachable } from '../refs/history';

interface Candidate {
  readonly text: string;
  readonly rank: number;
  readonly time: number;
}

export interface NameRules {
  /** Lightweight tags count too. */
  readonly tags: boolean;
  /** All refs count. */
  readonly all: boolean;
  readonly match: readonly string[];
  readonly exclude: readonly string[];
}

/** The names that commits have, by id. */
export async function candidates(
  context: Context,
  { tags, all, match, exclude }: NameRules,
): Promise<Map<string, Candidate>> {
  const globs = match.map((glob) => globPattern(glob, { slashes: false }));
  const out = exclude.map((glob) => globPattern(glob, { slashes: false }));
  const found = new Map<string, Candidate>();
  for (const { name, oid } of await context.refs.list(all ? 'refs/' : 'refs/tags/')) {
    const object = await context.objects.read(oid);
    const annotated = object.kind === 'tag';
    if (!annotated && !tags && !all) continue;
    const short = name.replace(/^refs\/(?:tags|heads|remotes)\//, '');
    if ((globs.length > 0 && !globs.some((glob) => glob.test(short))) || out.some((glob) => glob.test(short))) continue;
    const commit = await peel(context.objects, oid, 'commit');
    if (commit === undefined) continue;
    const rank = annotated ? 2 : name.startsWith('refs/tags/') ? 1 : 0;
    const known = found.get(commit);
    const time = annotated ? parseTag(object.data).tagger.time : 0;
    if (!known || known.rank < rank || (known.rank === rank && rank === 2 && known.time < time))
      found.set(commit, { text: all ? name.replace(/^refs\//, '') : short, rank, time });
  }
  return found;
}

/** The name of the nearest ancestor that has one, and how many commits it lacks. */
export async function nearestName(
  context: Context,
  oid: string,
  names: ReadonlyMap<string, Candidate>,
  firstParent: boolean,
): Promise<{ text: string; distance: number } | undefined> {
  const line = async (start: string) => {
    if (!firstParent) return reachable(context, [start]);
    const found = new Set<string>();
    for await (const commit of commitHistory(context, [start], { firstParent })) found.add(commit.oid);
    return found;
  };
  const all = await line(oid);
  let best: { text: string; distance: number } | undefined;
  let seen = 0;
  for await (const commit of commitHistory(context, [oid], { firstParent })) {
    const name = names.get(commit.oid);
    if (!name) continue;
    const below = await line(commit.oid);
    const distance = [...all].filter((one) => !below.has(one)).length;
    if (!best || distance < best.distance) best = { text: name.text, distance };
    if (++seen === 10) break;
  }
  return best;
}

/** The format with its `%(describe)` filled in for a commit: that takes reading history. */
export async function withDescriptions(context: Context, { oid }: Commit, format: string): Promise<string> {
  let out = format;
  for (const [whole, given = ''] of format.matchAll(/%\(describe(?::([^)]*))?\)/g)) {
    const words = given.split(',').map((word) => word.split('='));
    const all = (key: string) => words.flatMap(([name, value = '']) => (name === key ? [value] : []));
    const tags = all('tags').at(-1);
    const names = await candidates(context, {
      tags: tags !== undefined && !/^(?:no|false|off|0)$/.test(tags),
      all: false,
      match: all('match'),
      exclude: all('exclude'),
    });
    const own = names.get(oid);
    const found = own ? undefined : await nearestName(context, oid, names, false);
    const digits = Number(all('abbrev').at(-1) ?? 7);
    const far = found && (digits === 0 ? found.text : `${found.text}-${found.distance}-g${oid.slice(0, digits)}`);
    out = out.replace(whole, () => (own?.text ?? far ?? '').replaceAll('%', '%%'));
  }
  return out;
}
