import { readGitText, writeText } from '../../git-fs';
import type { Context } from '../setup/context';
import type { RefToFetch } from './refs-to-fetch';

/** The lines of a report with their names as wide as the widest, as long as that fits on a line. */
export function aligned(report: readonly string[]): string[] {
  const PLACE = /^(.{21})(\S+) *( -> .*)$/;
  const fits = report.flatMap((line) => {
    const [, head = '', name = '', rest = ''] = PLACE.exec(line) ?? [];
    return line.startsWith(' - [') || head.length + name.length + rest.length >= COLUMNS ? [] : [name.length];
  });
  const width = Math.max(10, ...fits);
  return report.map((line) =>
    line.replace(PLACE, (_, head: string, name: string, rest: string) => head + name.padEnd(width) + rest),
  );
}

const COLUMNS = 80;

export const shortRef = (name: string): string => name.replace(/^refs\/(?:heads|tags|remotes)\//, '');

/** The line for a ref that is only noted in FETCH_HEAD. */
export const noted = (from: string): string =>
  ` * ${(kindOf(from) || 'branch').padEnd(17)} ${shortRef(from).padEnd(10)} -> FETCH_HEAD`;

const KINDS = [
  ['refs/heads/', 'branch'],
  ['refs/tags/', 'tag'],
  ['refs/remotes/', 'remote-tracking branch'],
] as const;
const kindOf = (from: string): string => KINDS.find(([start]) => from.startsWith(start))?.[1] ?? '';

/** The line for a ref that did not change. */
export const upToDate = ({ from, to }: { readonly from: string; readonly to: string }): string =>
  ` = [up to date]      ${shortRef(from).padEnd(10)} -> ${shortRef(to)}`;

/** An address as fetch prints it. */
export const remoteUrl = (url: string): string => url.replace(/\/+$/, '').replace(/\.git$/, '');

/** Empties FETCH_HEAD, as git does before it looks for what to fetch. */
export async function forgetFetched(
  { fs, gitdir }: Context,
  { dry, noHead, append, onlyPrune }: { dry?: boolean; noHead?: boolean; append?: boolean; onlyPrune?: boolean },
): Promise<void> {
  if (!dry && !noHead && !append && !onlyPrune) await writeText(fs, `${gitdir}/FETCH_HEAD`, '');
}

/** Adds to FETCH_HEAD what was fetched, and whether it is to be merged. */
export async function noteFetched({ fs, gitdir }: Context, wanted: readonly RefToFetch[], url: string): Promise<void> {
  const lines = wanted
    .filter(({ note }) => note !== 'none')
    .map(({ from, oid, note }) => {
      const kind = kindOf(from);
      const what = from === 'HEAD' ? '' : `${kind && `${kind} `}'${kind ? shortRef(from) : from}' of `;
      return `${oid}\t${note === 'merge' ? '' : 'not-for-merge'}\t${what}${url}\n`;
    });
  const before = (await readGitText(fs, `${gitdir}/FETCH_HEAD`)) ?? '';
  await writeText(fs, `${gitdir}/FETCH_HEAD`, before + lines.join(''));
}
