import { errorText } from '../../../io/error-text';
import type { Command, Stat } from '../../context';
import { Quit, target, type FoundEntry, type Settings, type Test, type Walk } from './entry';
import { FindParser } from './expression';

export const find: Command = async (context) => {
  const args = [...context.args];
  const settings: Settings = { least: 0, most: Infinity, depth: false, follow: 'never', acts: false, atEnd: [] };
  while (/^-[HLPD]$|^-O\d$/.test(args[0] ?? '')) {
    const flag = args.shift();
    if (flag === '-L') settings.follow = 'always';
    else if (flag === '-H') settings.follow = 'given';
    else if (flag === '-P') settings.follow = 'never';
  }
  const starts: string[] = [];
  while (args[0] !== undefined && !/^-.|^[(!)]$/.test(args[0])) starts.push(args.shift() ?? '');
  const test = new FindParser(context, args, settings).expression();
  const walk: Walk = { context, prune: false, quit: false, status: 0, now: Date.now(), runs: 0 };
  try {
    for (const start of starts.length > 0 ? starts : ['.']) await visit(walk, settings, test, start, start, 0);
  } catch (error) {
    if (!(error instanceof Quit)) throw error;
  }
  for (const end of settings.atEnd) await end(walk);
  return walk.status;
};

async function visit(
  walk: Walk,
  settings: Settings,
  test: Test,
  path: string,
  start: string,
  depth: number,
  listed?: Stat,
): Promise<void> {
  const { context } = walk;
  let full: string;
  let stat: Stat;
  try {
    full = context.path(path);
    stat = listed ?? context.sys.stat(full, false);
    if (stat.type === 'symlink' && (settings.follow === 'always' || (settings.follow === 'given' && depth === 0)))
      stat = target(context, full) ?? stat;
  } catch (error) {
    walk.status = await context.fail(`‘${path}’: ${errorText(error)}`);
    return;
  }
  const entry: FoundEntry = { path, start, depth, stat };
  walk.prune = false;
  const within = depth >= settings.least;
  if (within && !settings.depth) await test(entry, walk);
  const pruned = walk.prune;
  if (stat.type === 'directory' && !pruned && depth < settings.most) {
    const base = path.endsWith('/') ? path : `${path}/`;
    const { runs } = walk;
    for (const { name, ...known } of context.sys.listStats(full))
      // A program that was run meanwhile may have changed the file.
      await visit(walk, settings, test, base + name, start, depth + 1, walk.runs === runs ? known : undefined);
  }
  if (within && settings.depth) await test(entry, walk);
  if (context.out.full) await context.out.flush();
}
