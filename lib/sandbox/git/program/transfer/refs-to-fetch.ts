import { GitFailure } from '../../git-failure';
import { currentBranch } from '../../repository';
import type { Context } from '../setup/context';
import { leavesOut, mapRef, type Refspec } from '../refs/refspec';
import { remoteRef, type RemoteSource } from './remotes';
import { upstreamOf } from '../refs/upstream';

/** A ref to fetch. */
export interface RefToFetch {
  readonly from: string;
  readonly oid: string;
  /** Empty if it is only noted in FETCH_HEAD. */
  readonly to: string;
  readonly force: boolean;
  /** How FETCH_HEAD notes it: as one to merge, as one that is not, or not at all. */
  readonly note: 'merge' | 'other' | 'none';
}

const NOTES = ['merge', 'other', 'none'] as const;

/** In the order in which git tells of them and notes them: those to merge come first. */
export const inNoteOrder = (wanted: readonly RefToFetch[]): RefToFetch[] =>
  wanted.toSorted((a, b) => NOTES.indexOf(a.note) - NOTES.indexOf(b.note));

/** What to fetch: the refs that are named, or those of the remote's own refspecs; `tags` are added to them. */
export async function refsToFetch(
  context: Context,
  source: RemoteSource,
  {
    name,
    given,
    configured,
    tags,
  }: { name: string; given: readonly Refspec[]; configured: readonly Refspec[]; tags: boolean },
): Promise<RefToFetch[]> {
  const specs = given.length > 0 ? given : configured;
  const found =
    given.length > 0
      ? (await Promise.all(given.map((spec) => matching(source, spec, 'merge')))).flat()
      : await configuredRefs(context, source, name, configured);
  const own = given.length === 0 ? [] : found.flatMap((one) => trackedAs(one, configured));
  const all = tags ? await source.context.refs.list('refs/tags/') : [];
  const tagged = all.map((ref): RefToFetch => ({
    from: ref.name,
    oid: ref.oid,
    to: ref.name,
    force: false,
    note: 'other',
  }));
  return withoutDoubles(
    context,
    [...found, ...tagged, ...own].filter(({ from }) => !leavesOut(specs, from)),
  );
}

/** What one refspec brings; fails if the remote lacks what it names. */
async function matching(source: RemoteSource, spec: Refspec, note: RefToFetch['note']): Promise<RefToFetch[]> {
  if (spec.negative) return [];
  const { refs, objects } = source.context;
  if (spec.from.includes('*'))
    return (await refs.list()).flatMap(({ name, oid }) => {
      const to = mapRef(spec, name);
      return to === undefined ? [] : [{ from: name, oid, to, force: spec.force, note }];
    });
  const to = localName(spec.to);
  if (/^[0-9a-f]{40}$/.test(spec.from) && (await objects.find(spec.from)) !== undefined)
    return [{ from: spec.from, oid: spec.from, to, force: spec.force, note }];
  const from = await remoteRef(source, spec.from === '' ? 'HEAD' : spec.from);
  const oid = from === undefined ? undefined : await refs.resolve(from);
  if (from === undefined || oid === undefined) throw new GitFailure(`couldn't find remote ref ${spec.from || 'HEAD'}`);
  return [{ from, oid, to, force: spec.force, note }];
}

const localName = (to: string): string =>
  to === '' || to.startsWith('refs/') ? to : /^(?:heads|tags|remotes)\//.test(to) ? `refs/${to}` : `refs/heads/${to}`;

/** The refs here that follow one which is fetched by its name; they are brought up to date on the way. */
const trackedAs = ({ from, oid }: RefToFetch, configured: readonly Refspec[]): RefToFetch[] =>
  configured.flatMap((spec): RefToFetch[] => {
    const to = mapRef(spec, from);
    return to ? [{ from, oid, to, force: spec.force, note: 'none' }] : [];
  });

async function configuredRefs(
  context: Context,
  source: RemoteSource,
  name: string,
  configured: readonly Refspec[],
): Promise<RefToFetch[]> {
  const branch = await currentBranch(context);
  const upstream = branch === undefined ? undefined : upstreamOf(context, branch);
  const merges = upstream?.remote === name ? context.config.getAll(`branch.${branch}.merge`) : [];
  if (configured.length === 0 && merges.length === 0) {
    const oid = await source.context.refs.resolve('HEAD');
    if (oid === undefined) throw new GitFailure("couldn't find remote ref HEAD");
    return [{ from: 'HEAD', oid, to: '', force: false, note: 'merge' }];
  }
  const parts = await Promise.all(configured.map((spec) => matching(source, spec, 'other')));
  const [first] = configured;
  // Without an upstream, the first ref that is fetched by its own name is the one to merge.
  const single = upstream === undefined && first && !first.from.includes('*') ? parts[0]?.[0] : undefined;
  const found = parts
    .flat()
    .map((one) => (one === single || merges.includes(one.from) ? { ...one, note: 'merge' as const } : one));
  for (const merge of merges) {
    if (found.some(({ from }) => from === merge)) continue;
    const from = await remoteRef(source, merge);
    const oid = from === undefined ? undefined : await source.context.refs.resolve(from);
    if (from !== undefined && oid !== undefined) found.push({ from, oid, to: '', force: false, note: 'merge' });
  }
  return found;
}

/** Leaves out what is fetched twice to one place; fails if two refs would go there. */
function withoutDoubles({ io }: Context, wanted: readonly RefToFetch[]): RefToFetch[] {
  const places = new Map<string, RefToFetch>();
  return wanted.filter((one) => {
    const { from, to, note } = one;
    if (to === '') return true;
    const before = places.get(to);
    if (before === undefined) places.set(to, one);
    if (before === undefined || before.from === from) return before === undefined;
    if (before.note !== 'none' && note === 'none')
      io.err(`warning: ${to} usually tracks ${from}, not ${before.from}\n`);
    else if (note === 'none') throw new GitFailure(`${to} tracks both ${before.from} and ${from}`);
    else throw new GitFailure(`Cannot fetch both ${before.from} and ${from} to ${to}`);
    return false;
  });
}
