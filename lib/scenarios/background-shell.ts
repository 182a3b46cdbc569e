import { graceful, fencedText, unexpected } from './endings';
import { lastSteps, steps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const FILE = 'src/tax.ts';

/** Reports whenever the file has changed, until it is killed. */
const WATCH = [
  'last=',
  'while true; do',
  `  now=$(wc -c < ${FILE})`,
  '  if [ "$now" != "$last" ]; then echo "changed: $now bytes"; else echo "same"; fi',
  '  last=$now',
  '  sleep 0.2',
  'done',
].join('\n');

const START: ScriptedTurn = {
  text: 'I will start a watcher in the background and go straight on.',
  calls: [
    { name: 'Bash', input: { command: WATCH, description: `Watch ${FILE}`, run_in_background: true } },
    { name: 'Read', input: { file_path: FILE } },
  ],
};

const CHANGE: ScriptedTurn = {
  text: 'Now I will change the file it watches, and give it a moment.',
  calls: [
    { name: 'Bash', input: { command: `echo '// watched' >> ${FILE}`, description: 'Add a line' } },
    { name: 'Bash', input: { command: 'sleep 1', description: 'Wait a second' } },
  ],
};

const look = (id: string): ScriptedTurn => ({
  text: 'What has it noticed? I ask only for the lines about changes; reading discards the others, too.',
  calls: [{ name: 'BashOutput', input: { bash_id: id, filter: '^changed' } }],
});

const end = (seen: AnsweredCall, id: string): ScriptedTurn => ({
  text: `It has:\n\n${fencedText(seen.text)}\n\nIt is not needed any more.`,
  calls: [{ name: 'KillShell', input: { shell_id: id } }],
});

const lookAgain = (id: string): ScriptedTurn => ({
  text: 'To be sure, its status now.',
  calls: [{ name: 'BashOutput', input: { bash_id: id } }],
});

function next(all: readonly AnsweredCall[], now: readonly AnsweredCall[]): ScriptedTurn {
  const [first] = now;
  if (!first) return START;
  // Some systems forget a shell that was killed.
  const isEnded = (step: AnsweredCall) => step.error === 'NOT_FOUND' && all.some(({ name }) => name === 'KillShell');
  const failed = now.find((step) => step.failed && !isEnded(step));
  if (failed) return graceful(now) ?? unexpected(failed, 'a watcher that runs');
  const id = all.findLast(({ input }) => input.run_in_background === true)?.text.match(/shell-\d+/)?.[0];
  if (id === undefined) return unexpected(first, 'the id of the watcher');
  if (now.some(({ name }) => name === 'Read')) return CHANGE;
  if (first.name === 'Bash') return look(id);
  if (first.name === 'KillShell') return lookAgain(id);
  if (first.input.filter !== undefined) return end(first, id);
  return {
    text: `The watcher \`${id}\` is stopped. You will find it under State, in the list of tasks, with how it ended.`,
  };
}

/** A background command that is checked and then killed while the conversation goes on. */
export const backgroundShell: Scenario = {
  id: 'background-shell',
  title: 'A watcher in the background',
  summary:
    'Bash starts a watcher and returns at once; BashOutput shows only what is new, through a filter; KillShell ends it.',
  prompt: `Watch ${FILE} while you change it.`,
  sample: 'cart',
  needs: ['Bash', 'BashOutput', 'KillShell', 'Read', 'Bash.run_in_background'],
  setup: { options: { mode: 'bypassPermissions' } },
  next: (history) => next(steps(history), lastSteps(history)),
};
