import { changedFiles, filesOfIndex, filesOfTree, filesOfWork } from '../diff/sides';
import type { ChangedFile } from '../../diff/file-change';
import { headCommit } from '../../repository';
import { bareEntry } from '../../store/index-file';
import { patchByAnswers } from './add-patch';
import { PromptAnswers } from '../terminal/answers';
import { loadIndex, saveIndex, type Context } from '../setup/context';
import { plainStyle } from '../commit/make-commit';
import { treeOfCommit } from '../worktree/merge-into-work';
import { chooseOne, chooseSeveral } from '../terminal/menu-choice';
import { patchOf } from '../diff/patch-text';
import { pathspecs, wantedBy, type Pathspec } from '../setup/pathspec';
import { changesText } from '../diff/show-changes';
import { lookAtFile, stageFile } from '../worktree/work-files';
import { lookAtWork } from '../worktree/work-state';

const COMMANDS = ['status', 'update', 'revert', 'add untracked', 'patch', 'diff', 'quit', 'help'];
const HELP = `status        - show paths with changes
update        - add working tree state to the staged set of changes
revert        - revert staged set of changes back to the HEAD version
patch         - pick hunks and update selectively
diff          - view diff between HEAD and index
add untracked - add contents of untracked files to the staged set of changes
`;
const HEADER = `     ${'staged'.padStart(12)} ${'unstaged'.padStart(12)} path\n`;

/** A changed file, and how many lines are staged and not staged. */
interface Item {
  readonly path: string;
  readonly staged: string | undefined;
  readonly unstaged: string | undefined;
}

/** `add -i`: a menu to stage and unstage whole files and hunks. */
export async function interactiveAdd(context: Context, specs: readonly Pathspec[]): Promise<void> {
  const { io } = context;
  const answers = new PromptAnswers(io);
  const actions: readonly (() => Promise<void>)[] = [
    () => sayStatus(context, specs),
    () => update(context, specs, answers),
    () => revert(context, specs, answers),
    () => addUntracked(context, specs, answers),
    () => patch(context, specs, answers),
    () => review(context, specs, answers),
  ];
  await sayStatus(context, specs);
  for (;;) {
    const chosen = await chooseCommand(context, answers);
    if (chosen === undefined || COMMANDS[chosen] === 'quit') break;
    const action = actions[chosen];
    if (action) await action();
    else io.out(HELP);
  }
  io.out('Bye.\n');
}

const MENU_COLUMNS = 4;

/** Undefined at the end of the input. */
async function chooseCommand({ io }: Context, answers: PromptAnswers): Promise<number | undefined> {
  const menu = COMMANDS.map((name, at) => {
    const end = (at + 1) % MENU_COLUMNS === 0 ? '\n' : '\t';
    return ` ${String(at + 1).padStart(2)}: [${name.charAt(0)}]${name.slice(1)}${end}`;
  }).join('');
  const show = () => io.out(`*** Commands ***\n${menu}What now> `);
  const chosen = await chooseOne({ names: COMMANDS, io, complainsTo: 'err', read: () => answers.next(), show });
  if (chosen === undefined) io.out('\n');
  return chosen;
}

async function changed(
  context: Context,
  specs: readonly Pathspec[],
  which: 'staged' | 'unstaged' | 'either',
): Promise<Item[]> {
  const wanted = wantedBy(specs);
  const index = await loadIndex(context);
  const known = filesOfIndex(context, index);
  const head = await filesOfTree(context, await treeOfCommit(context, await headCommit(context)));
  const isOpen = (path: string) => wanted(path) && !index.isConflict(path);
  const staged = await countsOf(context, changedFiles(head, known, isOpen));
  const unstaged = await countsOf(context, changedFiles(known, await filesOfWork(context, index, wanted), isOpen));
  const paths = which === 'staged' ? staged : which === 'unstaged' ? unstaged : new Map([...staged, ...unstaged]);
  return [...paths.keys()].toSorted().map((path) => ({
    path,
    staged: staged.get(path),
    unstaged: unstaged.get(path),
  }));
}

async function countsOf(context: Context, changes: readonly ChangedFile[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const change of changes) {
    const { binary, added, removed } = await patchOf(change, plainStyle(context));
    found.set(change.path, binary ? 'binary' : `+${added}/-${removed}`);
  }
  return found;
}

const shownItem = ({ staged = 'unchanged', unstaged = 'nothing' }: Item, name: string): string =>
  `${staged.padStart(12)} ${unstaged.padStart(12)} ${name}`;

async function sayStatus(context: Context, specs: readonly Pathspec[]): Promise<void> {
  const items = await changed(context, specs, 'either');
  const lines = items.map((item, at) => ` ${String(at + 1).padStart(2)}: ${shownItem(item, item.path)}\n`);
  context.io.out(`${items.length > 0 ? HEADER : ''}${lines.join('')}\n`);
}

/** How many characters of a name are marked at most as the beginning that is enough to choose it. */
const MOST_MARKED = 3;

/** The name with the shortest beginning that no other name has in brackets. */
function marked(name: string, names: readonly string[]): string {
  for (let length = 1; length <= Math.min(MOST_MARKED, name.length); length++) {
    const start = name.slice(0, length);
    if (names.some((other) => other !== name && other.startsWith(start))) continue;
    const isChoice = !/[\s,]/.test(start) && !/^[-\d]/.test(start) && start !== '*' && start !== '?';
    return isChoice ? `[${start}]${name.slice(length)}` : name;
  }
  return name;
}

async function chooseItems<T extends { readonly path: string }>(
  { io }: Context,
  items: readonly T[],
  { prompt, shown, atOnce = false }: { prompt: string; shown: (item: T, name: string) => string; atOnce?: boolean },
  answers: PromptAnswers,
): Promise<T[]> {
  const names = items.map(({ path }) => path);
  const show = (chosen: ReadonlySet<number>) => {
    const lines = items.map(
      (item, at) =>
        `${chosen.has(at) ? '*' : ' '}${String(at + 1).padStart(2)}: ${shown(item, marked(item.path, names))}\n`,
    );
    io.out(`${HEADER}${lines.join('')}${prompt}>> `);
  };
  const { chosen, cutOff } = await chooseSeveral(
    { names, io, complainsTo: 'err', read: () => answers.next(), show },
    (line) => atOnce || line === '*',
  );
  return cutOff && atOnce ? [] : items.filter((_, at) => chosen.has(at));
}

const paths = (count: number): string => `${count} path${count === 1 ? '' : 's'}\n`;

async function update(context: Context, specs: readonly Pathspec[], answers: PromptAnswers): Promise<void> {
  const items = await changed(context, specs, 'unstaged');
  const chosen =
    items.length > 0 ? await chooseItems(context, items, { prompt: 'Update', shown: shownItem }, answers) : [];
  if (chosen.length > 0) {
    await stage(context, chosen);
    context.io.out(`updated ${paths(chosen.length)}`);
  }
  context.io.out('\n');
}

async function stage(context: Context, items: readonly { readonly path: string }[]): Promise<void> {
  const index = await loadIndex(context);
  for (const { path } of items) {
    const stat = await lookAtFile(context, path);
    if (stat) index.set(await stageFile(context, index, path, stat));
    else index.remove(path);
  }
  await saveIndex(context, index);
}

async function revert(context: Context, specs: readonly Pathspec[], answers: PromptAnswers): Promise<void> {
  const { io } = context;
  const items = await changed(context, specs, 'staged');
  const chosen =
    items.length > 0 ? await chooseItems(context, items, { prompt: 'Revert', shown: shownItem }, answers) : [];
  if (chosen.length > 0) {
    const head = await filesOfTree(context, await treeOfCommit(context, await headCommit(context)));
    const index = await loadIndex(context);
    for (const { path } of chosen) {
      const entry = head.get(path);
      if (entry) index.set(bareEntry(path, { mode: entry.mode, oid: entry.oid }));
      else {
        index.remove(path);
        io.out(`note: ${path} is untracked now.\n`);
      }
    }
    await saveIndex(context, index);
    io.out(`reverted ${paths(chosen.length)}`);
  }
  io.out('\n');
}

async function addUntracked(context: Context, specs: readonly Pathspec[], answers: PromptAnswers): Promise<void> {
  const { io } = context;
  const { untracked } = await lookAtWork(context, await loadIndex(context), {
    untracked: 'all',
    wanted: wantedBy(specs),
  });
  const items = untracked.filter((path) => !path.endsWith('/')).map((path) => ({ path }));
  if (items.length === 0) io.out('No untracked files.\n');
  else {
    const prompt = 'Add untracked';
    const chosen = await chooseItems(context, items, { prompt, shown: (_, name) => name }, answers);
    if (chosen.length > 0) {
      await stage(context, chosen);
      io.out(`added ${paths(chosen.length)}`);
    }
  }
  io.out('\n');
}

async function patch(context: Context, specs: readonly Pathspec[], answers: PromptAnswers): Promise<void> {
  const all = await changed(context, specs, 'unstaged');
  const items = all.filter(({ unstaged }) => unstaged !== 'binary');
  if (items.length === 0) return context.io.err(all.length > 0 ? 'Only binary files changed.\n' : 'No changes.\n');
  const chosen = await chooseItems(context, items, { prompt: 'Patch update', shown: shownItem }, answers);
  if (chosen.length === 0) return;
  const own = pathspecs(
    context,
    context.root,
    chosen.map(({ path }) => `:(literal)${path}`),
  );
  await patchByAnswers(context, 'stage', own, { answers });
}

async function review(context: Context, specs: readonly Pathspec[], answers: PromptAnswers): Promise<void> {
  const { io } = context;
  const items = await changed(context, specs, 'staged');
  if (items.length > 0) {
    const how = { prompt: 'Review diff', shown: shownItem, atOnce: true };
    const chosen = new Set((await chooseItems(context, items, how, answers)).map(({ path }) => path));
    const head = await filesOfTree(context, await treeOfCommit(context, await headCommit(context)));
    const changes = changedFiles(head, filesOfIndex(context, await loadIndex(context)), (path) => chosen.has(path));
    io.out(await changesText(changes, plainStyle(context), ['patch']));
  }
  io.out('\n');
}
