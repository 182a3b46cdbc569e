import { PromptAnswers } from '../terminal/answers';
import { inColumns } from '../terminal/columns';
import type { Context } from '../setup/context';
import { GitIgnoreRules } from '../worktree/ignore-rules';
import { chooseOne, chooseSeveral } from '../terminal/menu-choice';

/** Something to remove: its path in the repository, and how it is shown. */
export interface Removable {
  readonly path: string;
  readonly name: string;
}

const COMMANDS = ['clean', 'filter by pattern', 'select by numbers', 'ask each', 'quit', 'help'];
const HELP = `clean               - start cleaning
filter by pattern   - exclude items from deletion
select by numbers   - select items to be deleted by numbers
ask each            - confirm each deletion (like "rm -i")
quit                - stop cleaning
help                - this screen
?                   - help for prompt selection
`;

/** `clean -i`: lets the user choose what to remove; returns what is left to remove. */
export async function chooseRemovals(context: Context, found: readonly Removable[]): Promise<readonly Removable[]> {
  const { io } = context;
  const answers = new PromptAnswers(io);
  let left = found;
  for (;;) {
    io.out(`Would remove the following item${left.length === 1 ? '' : 's'}:\n${namesOf(left)}`);
    const at = await chooseCommand(context, answers);
    if (at === undefined || at === 4) {
      io.out('Bye.\n');
      return [];
    }
    if (at === 0) return left;
    if (at === 3) return askEach(context, answers, left);
    if (at === 1) left = await filterByPatterns(context, answers, left);
    else if (at === 2) left = await selectByNumbers(context, answers, left);
    else io.out(HELP);
    if (left.length > 0) continue;
    io.out('No more files to clean, exiting.\n');
    return [];
  }
}

const LAYOUT = { padding: 2, indent: '  ' };

const namesOf = (items: readonly Removable[]): string =>
  inColumns(
    items.map(({ name }) => name),
    'always',
    LAYOUT,
  );

const menu = (names: readonly string[], chosen: ReadonlySet<number>): string =>
  inColumns(
    names.map((name, at) => `${chosen.has(at) ? '*' : ' '}${String(at + 1).padStart(2)}: ${name}`),
    'row',
    LAYOUT,
  );

/** A menu of `clean`, which takes lines without the blanks around them. */
const menuOf = (
  { io }: Context,
  answers: PromptAnswers,
  names: readonly string[],
  [title, question]: readonly [string, string],
) => ({
  names,
  io,
  complainsTo: 'out' as const,
  read: async () => (await answers.next())?.trim(),
  show: (chosen: ReadonlySet<number>) => io.out(`${title}${menu(names, chosen)}${question}`),
});

/** The chosen command; undefined at the end of the input. */
const chooseCommand = (context: Context, answers: PromptAnswers): Promise<number | undefined> =>
  chooseOne(menuOf(context, answers, COMMANDS, ['*** Commands ***\n', 'What now> ']));

async function selectByNumbers(
  context: Context,
  answers: PromptAnswers,
  left: readonly Removable[],
): Promise<Removable[]> {
  const names = left.map(({ name }) => name);
  const { chosen } = await chooseSeveral(menuOf(context, answers, names, ['', 'Select items to delete>> ']));
  return left.filter((_, at) => chosen.has(at));
}

async function filterByPatterns(
  context: Context,
  answers: PromptAnswers,
  given: readonly Removable[],
): Promise<readonly Removable[]> {
  const { io } = context;
  let left = given;
  let shows = true;
  while (left.length > 0) {
    if (shows) io.out(namesOf(left));
    io.out('Input ignore patterns>> ');
    const line = await answers.next();
    if (line === undefined) io.out('\n');
    if (!line?.trim()) break;
    const rules = new GitIgnoreRules(context, line.trim().split(/\s+/), false);
    const kept: Removable[] = [];
    for (const one of left)
      if (!(await rules.ruleFor(one.path.replace(/\/$/, ''), one.path.endsWith('/')))?.ignored) kept.push(one);
    shows = kept.length < left.length;
    if (!shows) io.out(`WARNING: Cannot find items matched by: ${line.trim()}\n`);
    left = kept;
  }
  return left;
}

async function askEach({ io }: Context, answers: PromptAnswers, left: readonly Removable[]): Promise<Removable[]> {
  const kept: Removable[] = [];
  let isOver = false;
  for (const one of left) {
    if (isOver) break;
    io.out(`Remove ${one.name} [y/N]? `);
    const line = await answers.next();
    if (line === undefined) io.out('\n');
    isOver = line === undefined;
    if (line && 'yes'.startsWith(line.toLowerCase())) kept.push(one);
  }
  return kept;
}
