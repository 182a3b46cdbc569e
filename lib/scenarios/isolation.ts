import { graceful, isAborted, fencedText, unexpected } from './endings';
import { lastSteps, steps, type History } from './history';
import type { Role, Scenario, ScriptedTurn } from './scenario';

const FILE = 'src/money.ts';
const OLD = 'return Math.floor(amount + 0.5);';

/** Rewrites the line in its own way and looks at the result. */
const rounding = (prompt: string, line: string): Role => ({
  prompt,
  next(history) {
    const now = lastSteps(history).at(-1);
    if (!now) return { text: 'First, the file as I have it.', calls: [{ name: 'Read', input: { file_path: FILE } }] };
    if (now.failed) return unexpected(now, `${now.name} to work`);
    if (now.name === 'Read') {
      return { calls: [{ name: 'Edit', input: { file_path: FILE, old_string: OLD, new_string: line } }] };
    }
    return { text: `\`round\` is now \`${line}\`, in my own copy of \`${FILE}\`.` };
  },
});

const TOWARDS_EVEN = rounding(
  `Try out in ${FILE} how round would be with Math.round. Change that one line only.`,
  'return Math.round(amount);',
);
const EXACT = rounding(
  `Try out in ${FILE} how round would be with Intl.NumberFormat. Change that one line only.`,
  "return Number(new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 0 }).format(amount));",
);

const tryOut = (name: string, { prompt }: Role) => ({
  name: 'Agent',
  input: { prompt, description: 'Another way to round', name, isolation: 'worktree' },
});

function next(history: History): ScriptedTurn {
  const done = steps(history);
  const now = lastSteps(history);
  if (now.length === 0) {
    return {
      text: 'Two agents try out two ways at the same time, in the same line of the same file. Each has a worktree of its own.',
      calls: [tryOut('plain', TOWARDS_EVEN), tryOut('formatted', EXACT)],
    };
  }
  const failed = now.find((step) => step.failed);
  if (failed) return graceful(now.filter(isAborted)) ?? unexpected(failed, `${failed.name} to work`);
  if (!done.some(({ name }) => name === 'Grep')) {
    return {
      text: 'Both are done. What does the line look like here, and in their worktrees?',
      calls: [
        { name: 'Grep', input: { pattern: 'return (Math|Number)', path: FILE, output_mode: 'content', '-n': true } },
        ...['agent-1', 'agent-2'].map((id) => ({
          name: 'Grep',
          input: {
            pattern: 'return (Math|Number)',
            path: `.worktrees/${id}/${FILE}`,
            output_mode: 'content',
            '-n': true,
          },
        })),
      ],
    };
  }
  const [here, ...theirs] = now;
  return {
    text: `Neither saw what the other did, and the project itself is as it was:\n\n${fencedText(here?.text ?? '')}\n\nTheir changes are on branches of their own:\n\n${fencedText(theirs.map(({ text }) => text).join('\n'))}`,
  };
}

/** Two agents change the same line at the same time, isolated from each other. */
export const isolation: Scenario = {
  id: 'isolation',
  title: 'The same file, twice at once',
  summary: 'Two agents rewrite the same line at the same time, each in a git worktree of its own.',
  prompt: 'Try out two other ways to round, side by side.',
  sample: 'cart',
  needs: ['Agent', 'Edit', 'Grep', 'Read', 'Agent.isolation'],
  setup: { options: { mode: 'bypassPermissions' } },
  roles: [TOWARDS_EVEN, EXACT],
  next,
};
