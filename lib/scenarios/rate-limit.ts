import { graceful, unexpected } from './endings';
import { lastSteps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const FILES = ['cart', 'discount', 'format', 'money', 'shipping', 'tax'].map((name) => `src/${name}.ts`);

const read = (text: string, files: readonly string[]): ScriptedTurn => ({
  text,
  calls: files.map((file_path) => ({ name: 'Read', input: { file_path } })),
});

function next(now: readonly AnsweredCall[]): ScriptedTurn {
  if (now.length === 0)
    return read('I want to see every exported function, so I will read every file, all at once.', FILES);
  const [first] = now;
  const limited = now.filter(({ error }) => error === 'RATE_LIMITED');
  if (limited.length > 0) {
    return {
      text: `${limited.length} of ${now.length} reads were not run: there were too many in too short a time. Instead of waiting, I will ask a better question: one search instead of ${FILES.length} reads.`,
      calls: [{ name: 'Grep', input: { pattern: 'export (async )?function', path: 'src', output_mode: 'content' } }],
    };
  }
  const failed = now.find((step) => step.failed);
  if (failed) return graceful([failed]) ?? unexpected(failed, 'every file to be read or to be refused for the rate');
  if (first?.name === 'Grep') {
    const found = first.text.split('\n').filter((line) => line.includes('export')).length;
    return { text: `${found} exported functions, found with one call. The limit was right: I did not need six files.` };
  }
  return {
    text: 'All of them were read; no limit stood in the way. Set the limit of Read to 3 a minute and run me again.',
  };
}

/** Too many calls of one tool: they are refused with the time to wait, and the agent finds a better way. */
export const rateLimitScenario: Scenario = {
  id: 'rate-limit',
  title: 'Too many calls',
  summary:
    'Six reads where three a minute are allowed: the rest are refused with the time to wait, and one search is enough.',
  prompt: 'Which functions does the project export? Read everything.',
  sample: 'cart',
  needs: ['Grep', 'Read', 'Grep.output_mode'],
  setup: { limits: { tools: { Read: 3 } } },
  next: (history) => next(lastSteps(history)),
};
