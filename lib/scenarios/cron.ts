import { graceful, unexpected } from './endings';
import { lastSteps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const STAMP = { name: 'Stamp', schedule: '* * * * *', command: 'date >> stamps.txt', does: 'shell' };
const REPORT = { name: 'Report', schedule: '*/2 * * * *', command: 'How many stamps are there?' };

const MAKE: ScriptedTurn = {
  text: 'Two jobs: the shell writes the time down every minute, and every other minute I am asked how often it has done so.',
  calls: [STAMP, REPORT].map((input) => ({ name: 'CronCreate', input })),
};

const LIST: ScriptedTurn = {
  text: 'Now the schedule, with the next run of each.',
  calls: [{ name: 'CronList', input: {} }],
};

const COUNT: ScriptedTurn = {
  text: 'The clock is asking, not you. I will count.',
  calls: [{ name: 'Bash', input: { command: 'grep -c . stamps.txt', description: 'Count the stamps' } }],
};

/** What the agent reads when the second job is due. */
const ASKED = `${REPORT.command}\n\n(Said by the schedule: the job "${REPORT.name}".)`;

function count([now]: readonly AnsweredCall[]): ScriptedTurn {
  if (!now) return COUNT;
  return { text: now.failed ? 'There is none yet.' : `There are ${now.text.trim().split('\n')[0]}.` };
}

/** The job exists from an earlier run of this scenario. */
const isThere = (step: AnsweredCall): boolean => step.name === 'CronCreate' && step.error === 'INVALID_ARGS';

function next(now: readonly AnsweredCall[]): ScriptedTurn {
  const [first] = now;
  if (!first) return MAKE;
  const failed = now.find((step) => step.failed && !isThere(step));
  if (failed) return graceful([failed]) ?? unexpected(failed, 'two jobs in the schedule');
  if (first.name === 'CronCreate') return LIST;
  return {
    text: 'They run while this thread is open, and wait only until I am idle. Look at them under State, Schedule; delete them there, too.',
  };
}

/** One scheduled job runs a command, another prompts the agent. */
export const cron: Scenario = {
  id: 'cron',
  title: 'By the clock',
  summary: 'Two jobs: one that the shell runs every minute, and one that prompts the agent as a person would.',
  prompt: 'Write the time down every minute, and tell me now and then how often you did.',
  sample: 'handbook',
  needs: ['Bash', 'CronCreate', 'CronList', 'CronCreate.does'],
  setup: { options: { mode: 'bypassPermissions' } },
  roles: [{ prompt: ASKED, next: (history) => count(lastSteps(history)) }],
  next: (history) => next(lastSteps(history)),
};
