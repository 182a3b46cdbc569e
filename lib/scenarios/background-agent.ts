import { graceful, fencedText, unexpected } from './endings';
import { lastSteps, steps, type History } from './history';
import { messageFrom } from './inbox-messages';
import type { Role, Scenario, ScriptedTurn } from './scenario';

const TEAM = 'scouts';
const SCOUT = 'scout';
/** How often the scout checks for a message before it goes on without one. */
const PATIENCE = 8;

const SCOUTING: Role = {
  prompt: 'Look for functions that add a rate to an amount, and wait to be told where else to look. Then report.',
  next(history) {
    const done = steps(history);
    const now = lastSteps(history);
    const failed = now.find((step) => step.failed);
    if (failed) return unexpected(failed, `${failed.name} to work`);
    if (done.length === 0) {
      return {
        text: 'I will begin with the cart.',
        calls: [
          { name: 'Grep', input: { pattern: 'net \\+ rate', path: 'src/cart.ts', output_mode: 'content', '-n': true } },
        ],
      };
    }
    const word = messageFrom(history, 'main');
    if (word === undefined && done.length < PATIENCE) {
      return { calls: [{ name: 'Bash', input: { command: 'sleep 0.5', description: 'Wait for word' } }] };
    }
    if (!done.some(({ name }) => name === 'Read')) {
      return {
        text:
          word === undefined
            ? 'No word came, so I will look where I think best.'
            : 'Word from the agent that sent me: look at shipping, too.',
        calls: [{ name: 'Read', input: { file_path: 'src/shipping.ts' } }],
      };
    }
    return { text: 'Two functions add a rate to an amount: `lineTotal` and `shippingTotal`, both in `src/cart.ts`.' };
  },
};

function next(history: History): ScriptedTurn {
  const done = steps(history);
  const now = lastSteps(history);
  const failed = now.find((step) => step.failed);
  if (failed) return graceful(now) ?? unexpected(failed, `${failed.name} to work`);
  const has = (name: string) => done.some((step) => step.name === name);
  if (!has('TeamCreate')) {
    return {
      text: 'A scout goes ahead, in the background, and can be reached through its team.',
      calls: [
        { name: 'TeamCreate', input: { name: TEAM } },
        {
          name: 'Agent',
          input: {
            prompt: SCOUTING.prompt,
            description: 'Look for wrong sums',
            name: SCOUT,
            team_name: TEAM,
            run_in_background: true,
          },
        },
      ],
    };
  }
  if (!has('SendMessage')) {
    return {
      text: 'Something occurs to me while it works. It will read this at its next turn.',
      calls: [{ name: 'SendMessage', input: { to: TEAM, message: 'Look at shipping, too: src/shipping.ts.' } }],
    };
  }
  const report = messageFrom(history, SCOUT);
  if (report === undefined)
    return { text: 'The scout is at work, and I have nothing else to do. Its report will wake me.' };
  if (!has('TeamDelete')) {
    return {
      text: 'The scout is back, and its team has done its work.',
      calls: [{ name: 'TeamDelete', input: { name: TEAM } }],
    };
  }
  return { text: `The scout reported while nobody was waiting for it:\n\n${fencedText(report)}` };
}

/** An agent works in the background and gets a message meanwhile; its report wakes the agent that started it. */
export const backgroundAgent: Scenario = {
  id: 'background-agent',
  title: 'An agent in the background',
  summary: 'An agent keeps working after the conversation ends, gets a message, and its report starts a new turn.',
  prompt: 'Send a scout ahead to look for wrong sums.',
  sample: 'cart',
  needs: ['Agent', 'Bash', 'Grep', 'Read', 'SendMessage', 'TeamCreate', 'TeamDelete', 'Agent.run_in_background'],
  setup: { options: { mode: 'bypassPermissions' } },
  roles: [SCOUTING],
  next,
};
