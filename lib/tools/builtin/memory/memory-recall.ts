import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { summaries } from '../summaries';

const DEFAULT_LIMIT = 5;
const MOST = 20;

export const memoryRecall = defineTool({
  name: 'MemoryRecall',
  description:
    'Looks up what was remembered with MemoryStore, in this thread or an earlier one. Use it at the beginning of a task, ' +
    'and before asking the person something they may have said before. Do not use it for the files of the project (use ' +
    'Grep) or for documents (use KnowledgeSearch). If nothing is found, try fewer or other words, or an empty query for ' +
    'the newest.',
  kind: 'read',
  category: 'memory',
  tier: 'specialist',
  source: 'builtin',
  capabilities: ['memory'],
  input: z.strictObject({
    query: z.string().describe('Words to look for; every memory that shares one is ranked. Empty: the newest.'),
    limit: z.int().min(1).max(MOST).optional().describe(`How many to show. Default ${DEFAULT_LIMIT}, at most ${MOST}.`),
  }),
  annotations: { idempotentHint: true },
  titleFor: ({ query }) => (query.trim() === '' ? 'Recall the newest' : `Recall ${query}`),
  async execute({ query, limit = DEFAULT_LIMIT }, context) {
    const memory = need(context, 'memory');
    if (!memory.ok) return memory.failure;
    const found = await memory.value.recall(query, limit);
    const all = memory.value.value.length;
    if (found.length === 0) {
      const hint =
        all === 0
          ? 'Nothing is remembered yet.'
          : `Try other words; ${all === 1 ? '1 thing is' : `${all} things are`} remembered.`;
      return { text: `Nothing that is remembered fits "${query}". ${hint}`, summary: summaries(context).nothing };
    }
    const lines = found.map(({ text, tags, storedAt }, index) => {
      const tagged = tags.length > 0 ? `, ${tags.join(', ')}` : '';
      return `${index + 1}. ${text} (${new Date(storedAt).toISOString().slice(0, 10)}${tagged})`;
    });
    return {
      text: lines.join('\n'),
      summary: summaries(context).memories(found.length),
      details: { ids: found.map(({ id }) => id) },
    };
  },
});
