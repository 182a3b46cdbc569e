import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { naming } from '../../system';
import { summaries } from '../summaries';

const DEFAULT_LIMIT = 5;
const MOST = 20;

export const knowledgeSearch = defineTool({
  name: 'KnowledgeSearch',
  description:
    'Searches the documents that were taken in with KnowledgeIngest and shows the passages that fit best, each with where ' +
    'it is from. Use it for questions whose answer somebody wrote down. Do not use it for the files of the project (use ' +
    'Grep or CodeSearch) or for what was remembered (use MemoryRecall). If nothing is found, try other words.',
  kind: 'read',
  category: 'knowledge',
  tier: 'specialist',
  source: 'builtin',
  capabilities: ['knowledge'],
  input: z.strictObject({
    query: z.string().trim().min(1).describe('What you want to know, in words that the answer would use.'),
    limit: z
      .int()
      .min(1)
      .max(MOST)
      .optional()
      .describe(`How many passages to show. Default ${DEFAULT_LIMIT}, at most ${MOST}.`),
  }),
  annotations: { idempotentHint: true },
  titleFor: ({ query }) => `Search the knowledge base for ${query}`,
  async execute({ query, limit = DEFAULT_LIMIT }, context) {
    const knowledge = need(context, 'knowledge');
    if (!knowledge.ok) return knowledge.failure;
    const passages = await knowledge.value.search(query, limit);
    if (passages.length === 0) {
      const documents = knowledge.value.value;
      const hint =
        documents.length === 0
          ? `No document was taken in yet${naming(context, ['KnowledgeIngest'], (ingest) => `: do that with ${ingest}`)}.`
          : `The documents: ${documents
              .slice(0, MOST)
              .map(({ title }) => title)
              .join(', ')}${documents.length > MOST ? ', …' : ''}.`;
      return { text: `No passage fits "${query}". ${hint}`, summary: summaries(context).nothing };
    }
    const shown = passages.map(({ title, origin, section, text }, index) => {
      const from = [title, ...(section === undefined ? [] : [section])].join(', ');
      return `${index + 1}. ${from} (${origin})\n${text}`;
    });
    return { text: shown.join('\n\n'), summary: summaries(context).passages(passages.length, false) };
  },
});
