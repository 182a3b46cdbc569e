import type { Npm } from '../npm';
import type { LockEntry } from './entry';
import type { Changes } from './reify';

const some = (count: number): string => `${count} package${count === 1 ? '' : 's'}`;

/** Says what an installation did. Nothing here audits packages: only the registry knows what is wrong with them. */
export function reportInstall(
  npm: Npm,
  entries: ReadonlyMap<string, LockEntry>,
  changes: Changes,
  started: number,
): void {
  const { config } = npm;
  const [added, removed, changed] = [changes.add.length, changes.remove.length, changes.change.length];
  const funded = [...entries.values()].filter(({ funding }) => funding !== undefined).length;
  const funding = config.has('fund', true) ? funded : 0;
  if (config.has('dry-run') || config.has('long')) {
    for (const { name, version } of changes.remove) npm.tell(`remove ${name} ${version}`);
    for (const { name, version } of changes.add) npm.tell(`add ${name} ${version}`);
    for (const { from, to } of changes.change) npm.tell(`change ${from.name} ${from.version} => ${to.version}`);
  }
  if (config.has('json')) {
    const { add, change, remove } = changes;
    npm.tell(JSON.stringify({ add, added, audited: 0, change, changed, funding, remove, removed }, null, 2));
    return;
  }
  const parts = Object.entries({ added, removed, changed }).flatMap(([what, count]) =>
    count > 0 ? [`${what} ${some(count)}`] : [],
  );
  const last = parts.pop();
  const what = last === undefined ? 'up to date' : parts.length > 0 ? `${parts.join(', ')}, and ${last}` : last;
  const ms = Math.round(performance.now() - started);
  npm.tell(`\n${what} in ${ms < 1000 ? `${ms}ms` : `${Math.round(ms / 1000)}s`}`);
  if (funding > 0)
    npm.tell(`\n${some(funding)} ${funding === 1 ? 'is' : 'are'} looking for funding\n  run \`npm fund\` for details`);
}
