import { graceful, unexpected } from './endings';
import { lastSteps, steps, type AnsweredCall } from './history';
import type { Scenario, ScriptedCall, ScriptedTurn } from './scenario';

const STEPS = [
  ['Start the ticker', 'Starting the ticker'],
  ['Divide the work', 'Dividing the work'],
  ['Clean up', 'Cleaning up'],
] as const;

/** The to-do list with its first `done` entries completed. */
const todos = (done: number): ScriptedCall => ({
  name: 'TodoWrite',
  input: {
    todos: STEPS.map(([content, activeForm], index) => ({
      content,
      status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
      activeForm,
    })),
  },
});

/** Runs for longer than anyone watches. */
const TICKER = 'for i in $(seq 1 600); do echo "tick $i"; sleep 0.2; done';

const START: ScriptedTurn = {
  text: 'Three steps, so I will keep a list. The first is something that runs in the background.',
  calls: [
    todos(0),
    { name: 'Bash', input: { command: TICKER, description: 'Tick in the background', run_in_background: true } },
  ],
};

const DIVIDE: ScriptedTurn = {
  text: 'It ticks by itself. Meanwhile, two tasks that everybody here can see; the second waits for the first.',
  calls: [
    todos(1),
    {
      name: 'TaskCreate',
      input: { title: 'Read the cart', description: 'Find out what lineTotal does.', owner: 'reader' },
    },
    { name: 'TaskCreate', input: { title: 'Write the summary', owner: 'writer', blocked_by: ['task-1'] } },
    { name: 'TaskList', input: {} },
  ],
};

const TOO_EARLY: ScriptedTurn = {
  text: 'What if the second is started first?',
  calls: [{ name: 'TaskUpdate', input: { task_id: 'task-2', status: 'running' } }],
};

const IN_ORDER: ScriptedTurn = {
  text: 'That is refused, as it should be. In order, then; and I give the ticker a moment.',
  calls: [
    { name: 'TaskUpdate', input: { task_id: 'task-1', status: 'running' } },
    { name: 'TaskUpdate', input: { task_id: 'task-1', status: 'completed' } },
    { name: 'TaskUpdate', input: { task_id: 'task-2', status: 'completed' } },
    { name: 'TaskOutput', input: { task_id: 'shell-1', timeout: 1000 } },
  ],
};

const CLEAN_UP: ScriptedTurn = {
  text: 'It is still ticking, and nobody needs it any more.',
  calls: [todos(2), { name: 'TaskStop', input: { task_id: 'shell-1' } }, todos(3)],
};

const isTooEarly = ({ name, input }: AnsweredCall): boolean => name === 'TaskUpdate' && input.task_id === 'task-2';

function next(all: readonly AnsweredCall[], now: readonly AnsweredCall[]): ScriptedTurn {
  const [first] = now;
  if (!first) return START;
  const failed = now.find((step) => step.failed);
  if (failed && isTooEarly(failed) && failed.error === 'INVALID_ARGS' && now.length === 1) return IN_ORDER;
  if (failed) return graceful(now) ?? unexpected(failed, 'a list, tasks and a ticker');
  if (now.some(({ name }) => name === 'Bash')) return DIVIDE;
  if (now.some(({ name }) => name === 'TaskCreate')) return TOO_EARLY;
  if (now.some(({ name }) => name === 'TaskOutput')) return CLEAN_UP;
  if (!now.some(({ name }) => name === 'TaskStop')) return unexpected(first, 'task-2 to wait for task-1');
  const ticks = all.find(({ name }) => name === 'TaskOutput')?.text.match(/tick \d+/g)?.length ?? 0;
  return {
    text: `All three steps are done, both tasks are completed, and the ticker was stopped after ${ticks > 0 ? `at least ${ticks} ticks` : 'a while'}. The State pane shows all of it.`,
  };
}

/** A to-do list, tasks that wait for each other, and a command in the background. */
export const todosAndTasks: Scenario = {
  id: 'todos-and-tasks',
  title: 'To-dos and tasks',
  summary:
    'A to-do list you can watch, tasks that wait for one another, and a command that runs beside the conversation.',
  prompt: 'Divide the work into tasks, and keep something running beside it.',
  sample: 'cart',
  needs: [
    'Bash',
    'TaskCreate',
    'TaskList',
    'TaskOutput',
    'TaskStop',
    'TaskUpdate',
    'TodoWrite',
    'Bash.run_in_background',
  ],
  setup: { options: { mode: 'bypassPermissions' } },
  next: (history) => next(steps(history), lastSteps(history)),
};
