import type { Context } from '../setup/context';
import { shortRef } from './fetch-report';
import { leavesOut, mapRef, type Refspec } from '../refs/refspec';
import { urlOf, type RemoteSource } from './remotes';
import { deleteRef } from '../refs/update-refs';

/** Removes the refs of branches, and with `pruneTags` the tags, that the remote no longer has; tells of each. */
export async function pruneRefs(
  context: Context,
  source: RemoteSource,
  configured: readonly Refspec[],
  name: string,
  rules: { readonly dry?: boolean; readonly pruneTags?: boolean; readonly onlyPrune?: boolean },
): Promise<string[]> {
  const there = new Set(
    (await source.context.refs.list()).flatMap((ref) => configured.flatMap((spec) => mapRef(spec, ref.name) ?? [])),
  );
  const gone: { short: string; links: readonly string[] }[] = [];
  const links = (await context.refs.list()).filter(({ target }) => target !== undefined);
  const isTracked = (ref: string) =>
    configured.some(({ from, to }) => {
      const theirs = to === '' ? undefined : mapRef({ from: to, to: from }, ref);
      return theirs !== undefined && !leavesOut(configured, theirs);
    });
  for (const ref of await context.refs.list()) {
    if (!isTracked(ref.name) || there.has(ref.name) || ref.target !== undefined) continue;
    const dangling = links.flatMap(({ name: link, target }) => (target === ref.name ? [link] : []));
    gone.push({ short: shortRef(ref.name), links: dangling });
    if (!rules.dry) await deleteRef(context, ref.name);
  }
  for (const ref of rules.pruneTags ? await context.refs.list('refs/tags/') : []) {
    if ((await source.context.refs.resolve(ref.name)) !== undefined) continue;
    gone.push({ short: ref.name.slice('refs/tags/'.length), links: [] });
    if (!rules.dry) await deleteRef(context, ref.name);
  }
  const became = rules.dry ? 'will become' : 'has become';
  const pruned = rules.dry ? 'would prune' : 'pruned';
  const told = gone.flatMap(({ short, links: left }) => [
    ` * [${pruned}] ${short}\n`,
    ...left.map((link) => `   ${link} ${became} dangling!\n`),
  ]);
  if (rules.onlyPrune && gone.length > 0)
    context.io.out(`Pruning ${name}\nURL: ${urlOf(context, name)}\n${told.join('')}`);
  if (rules.onlyPrune) return [];
  return gone.flatMap(({ short, links: left }) => [
    ` - [deleted]         (none)     -> ${short}`,
    ...left.map((link) => `   (${link} ${became} dangling)`),
  ]);
}
