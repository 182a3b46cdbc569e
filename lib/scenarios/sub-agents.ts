import { graceful, isAborted, isLost, isRefused, fencedText, unexpected } from './endings';
import { lastSteps, steps, type History, type AnsweredCall } from './history';
import type { Role, Scenario, ScriptedTurn } from './scenario';

const FILE = 'src/cart.ts';
const OLD = 'return net + rate;\n}\n\n/** Price of all lines';
const NEW = 'return round(net * (1 + rate));\n}\n\n/** Price of all lines';

const ROUNDING: Role = {
  prompt: 'Find every place of this project that rounds an amount. Report file and line of each.',
  next(history) {
    const [now] = lastSteps(history);
    if (!now) {
      return {
        text: 'I will look for calls of `round`.',
        calls: [
          { name: 'Grep', input: { pattern: String.raw`round\(`, path: 'src', output_mode: 'content', '-n': true } },
        ],
      };
    }
    if (now.failed) return unexpected(now, 'to find something');
    return {
      text: `These places round:\n\n${fencedText(now.text)}\n\nIn \`lineTotal\` the sum with tax is not rounded at all.`,
    };
  },
};

const TAX: Role = {
  prompt: 'Find out what taxRate returns, and how the price of a line uses it.',
  next(history) {
    const now = lastSteps(history);
    if (now.length === 0) {
      return {
        text: 'Two files should tell.',
        calls: [
          { name: 'Read', input: { file_path: 'src/tax.ts' } },
          { name: 'Read', input: { file_path: FILE } },
        ],
      };
    }
    const failed = now.find((step) => step.failed);
    if (failed) return unexpected(failed, 'to read both files');
    return {
      text: '`taxRate` returns a fraction, such as 0.2. `lineTotal` in `src/cart.ts` adds it to an amount in cents.',
    };
  },
};

const MENDING: Role = {
  prompt: `In ${FILE}, lineTotal adds a tax rate to an amount. Make it multiply and round to whole cents. Report what you changed.`,
  next(history) {
    const [now] = lastSteps(history);
    if (!now) return { text: 'First the file.', calls: [{ name: 'Read', input: { file_path: FILE } }] };
    const again = now.name === 'Edit' && isAborted(now);
    if (now.failed && !again) return isRefused(now) ? refused(now) : unexpected(now, `${now.name} to work`);
    if (now.name === 'Read' || again) {
      return { calls: [{ name: 'Edit', input: { file_path: FILE, old_string: OLD, new_string: NEW } }] };
    }
    return { text: `\`lineTotal\` in \`${FILE}\` now multiplies by 1 + rate and rounds to whole cents.` };
  },
};

const refused = (step: AnsweredCall): ScriptedTurn => ({
  text: `I was not allowed to change the file, and left it as it was:\n\n${fencedText(step.text)}`,
});

const explore = (description: string, { prompt }: Role) => ({
  name: 'Agent',
  input: { prompt, description, subagent_type: 'Explore' },
});

function next(history: History): ScriptedTurn {
  const all = steps(history);
  const now = lastSteps(history);
  if (now.length === 0) {
    return {
      text: 'Two unrelated questions, so two agents look for the answers at the same time.',
      calls: [explore('Where amounts are rounded', ROUNDING), explore('Where tax comes in', TAX)],
    };
  }
  const last = now.at(-1);
  const failed = now.find((step) => step.failed);
  if (all.length === 2) {
    if (failed) return graceful(now) ?? unexpected(failed, 'both agents to report');
    return {
      text: 'Both point at the same line. A third agent fixes it.',
      calls: [
        {
          name: 'Agent',
          input: {
            prompt: MENDING.prompt,
            description: 'Fix the line total',
            subagent_type: 'general-purpose',
            name: 'mender',
          },
        },
      ],
    };
  }
  const cutOff = last && isLost(last) ? /resume "([^"]+)"/.exec(last.text)?.[1] : undefined;
  if (cutOff !== undefined) {
    return {
      text: 'It was cut off while it was working. It still knows everything it did, so it can go on.',
      calls: [{ name: 'Agent', input: { prompt: 'Go on', description: 'Fix the line total', resume: cutOff } }],
    };
  }
  if (last?.failed) return graceful(now) ?? unexpected(last, 'the third agent to report');
  return {
    text: `Three agents worked, each in a conversation of its own; this one contains only their reports. The last one says:\n\n${fencedText(last?.text ?? '')}`,
  };
}

/** Two agents explore in parallel, and a third makes the change that they point to. */
export const subAgents: Scenario = {
  id: 'sub-agents',
  title: 'Agents that start agents',
  summary: 'Two agents explore at the same time, each in a conversation of its own; a third fixes what they found.',
  prompt: 'Find out where rounding and tax happen, and have the line total fixed.',
  sample: 'cart',
  needs: ['Agent', 'Edit', 'Grep', 'Read'],
  setup: { options: { mode: 'acceptEdits' }, rules: { allow: ['Agent'] } },
  roles: [ROUNDING, TAX, MENDING],
  next,
};
