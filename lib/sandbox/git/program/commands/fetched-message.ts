import type { Context } from '../setup/context';
import { readState } from '../setup/state';

/** What the last fetch brought to be merged. */
interface Fetched {
  readonly oid: string;
  /** `branch`, `tag` and the like; empty for the remote's HEAD. */
  readonly kind: string;
  readonly name: string;
  readonly source: string;
}

export async function fetchedForMerge(context: Context): Promise<Fetched[]> {
  const text = (await readState(context, 'FETCH_HEAD')) ?? '';
  return [...text.matchAll(/^([0-9a-f]{40})\t\t(.*)$/gm)].map(([, oid = '', what = '']) => {
    const [, kind, name = '', source = what] =
      /^(?:(branch|tag|remote-tracking branch) )?'(.*)' of (.*)$/.exec(what) ?? [];
    return { oid, kind: kind ?? (name === '' ? '' : 'commit'), name, source };
  });
}

const KINDS = [
  ['branch', 'branches'],
  ['remote-tracking branch', 'remote-tracking branches'],
  ['tag', 'tags'],
  ['commit', 'commits'],
] as const;

const joined = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;

/** `branches 'a' and 'b' of ../up`: what a merge of all that was fetched is titled by. */
export function fetchedTitle(fetched: readonly Fetched[]): string {
  const parts = [...new Set(fetched.map(({ source }) => source))].map((source) => {
    const here = fetched.filter((one) => one.source === source);
    const named = KINDS.flatMap(([one, many]) => {
      const names = here.filter(({ kind }) => kind === one).map(({ name }) => `'${name}'`);
      return names.length === 0 ? [] : [`${names.length > 1 ? many : one} ${joined(names)}`];
    });
    if (named.length === 0) return source;
    const all = here.some(({ kind }) => kind === '') ? ['HEAD', ...named] : named;
    return `${all.join(', ')}${source === '.' ? '' : ` of ${source}`}`;
  });
  return parts.join('; ');
}

/** What the list of a merge's commits is headed by. */
export function fetchedLabel({ kind, name, source }: Fetched): string {
  if (kind === '') return source;
  const plain = kind === 'branch' ? `'${name}'` : `${kind} '${name}'`;
  if (source === '.') return kind === 'branch' ? name : plain;
  return `${plain} of ${source}`;
}
