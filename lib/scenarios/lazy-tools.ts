import { graceful, unexpected } from './endings';
import { lastSteps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

function next([now]: readonly AnsweredCall[]): ScriptedTurn {
  if (!now) {
    return {
      text: 'I see only an index of the tools. I need one that searches files, so I will look for it.',
      calls: [{ name: 'ToolSearch', input: { query: 'search the text of files' } }],
    };
  }
  if (now.failed) return graceful([now]) ?? unexpected(now, 'the tools to be there');
  if (now.name === 'ToolSearch' && now.input.query !== 'select:Read') {
    return {
      text: 'Grep it is. I can see its full declaration now, so I know how to call it.',
      calls: [{ name: 'Grep', input: { pattern: 'taxRate\\(', path: 'src', output_mode: 'content' } }],
    };
  }
  if (now.name === 'Grep') {
    return {
      text: 'It is defined in one file and used in another. To read one, I will look up Read by name.',
      calls: [{ name: 'ToolSearch', input: { query: 'select:Read' } }],
    };
  }
  if (now.name === 'ToolSearch') {
    return { text: 'And now the file.', calls: [{ name: 'Read', input: { file_path: 'src/tax.ts' } }] };
  }
  return {
    text: '`taxRate` gives the rate of a category, as a fraction. Two tools were loaded on the way; the others never cost a token.',
  };
}

/** Tools are loaded when a search finds them. */
export const lazyTools: Scenario = {
  id: 'lazy-tools',
  title: 'Tools on demand',
  summary: 'The agent starts with an index and ToolSearch only; what it finds is loaded, and the token counts show it.',
  prompt: 'What does taxRate do? Load only the tools you need.',
  sample: 'cart',
  needs: ['Grep', 'Read', 'ToolSearch'],
  setup: { options: { discovery: 'lazy' } },
  next: (history) => next(lastSteps(history)),
};
