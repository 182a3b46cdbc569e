import { graceful, fencedText, unexpected } from './endings';
import { lastSteps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const FILE = 'docs/prices.md';
const FACT = 'Prices are rounded half up, once, at the end, after tax.';

const RECALL: ScriptedTurn = {
  text: 'I may have been asked that before. First, what I remember.',
  calls: [{ name: 'MemoryRecall', input: { query: 'how are prices rounded' } }],
};

const TAKE_IN: ScriptedTurn = {
  text: 'I remember nothing about it, so I will look it up. The project has a document about prices, which I will add to my knowledge.',
  calls: [{ name: 'KnowledgeIngest', input: { file_path: FILE } }],
};

const SEARCH: ScriptedTurn = {
  text: 'Now I will search it.',
  calls: [{ name: 'KnowledgeSearch', input: { query: 'rounding half a cent', limit: 1 } }],
};

const STORE: ScriptedTurn = {
  text: 'That is the answer. I will remember it for the next conversation.',
  calls: [{ name: 'MemoryStore', input: { text: FACT, tags: ['prices', 'rounding'] } }],
};

function next([now]: readonly AnsweredCall[]): ScriptedTurn {
  if (!now) return RECALL;
  if (now.failed) return graceful([now]) ?? unexpected(now, 'something to remember');
  switch (now.name) {
    case 'MemoryRecall':
      return now.text.startsWith('1. ')
        ? { text: `I already knew that, and did not have to read anything:\n\n${fencedText(now.text)}` }
        : TAKE_IN;
    case 'KnowledgeIngest':
      return SEARCH;
    case 'KnowledgeSearch':
      return now.text.startsWith('1. ') ? STORE : unexpected(now, 'a passage about rounding');
    default:
      return { text: `${FACT}\n\nReload the page and ask me in a new conversation: I will know it at once.` };
  }
}

/** What one conversation found out is known in the next. */
export const memory: Scenario = {
  id: 'memory',
  title: 'It remembers',
  summary: 'The agent looks something up in a document and remembers it; asked again after a reload, it knows.',
  prompt: 'How are our prices rounded?',
  sample: 'handbook',
  needs: ['KnowledgeIngest', 'KnowledgeSearch', 'MemoryRecall', 'MemoryStore'],
  setup: { options: { mode: 'bypassPermissions' } },
  next: (history) => next(lastSteps(history)),
};
