import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { failure } from '../../result';
import { summaries } from '../summaries';

/** Maximum characters of one memory. */
const MOST_TEXT = 2000;
const MOST_TAGS = 10;
/** Maximum characters of a title for people. */
const SHOWN = 60;

export const memoryStore = defineTool({
  name: 'MemoryStore',
  description:
    'Remembers one fact for later threads: what the person prefers, what was decided, what was hard to find out. Use it ' +
    'for what will still be true next week, one fact in each call. Do not use it for long texts (use KnowledgeIngest), ' +
    'for what stands in the project anyway, or for secrets. After WRITE_ERROR go on without it: the memory is full.',
  kind: 'other',
  category: 'memory',
  tier: 'specialist',
  source: 'builtin',
  capabilities: ['memory'],
  input: z.strictObject({
    text: z
      .string()
      .trim()
      .min(1)
      .max(MOST_TEXT)
      .describe(`The fact, in words that make sense without this conversation. At most ${MOST_TEXT} characters.`),
    tags: z
      .array(z.string().trim().min(1).max(40))
      .max(MOST_TAGS)
      .optional()
      .describe(`Words it should also be found by, at most ${MOST_TAGS}.`),
  }),
  annotations: { destructiveHint: true, idempotentHint: true },
  titleFor: ({ text }) => `Remember: ${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}`,
  async execute({ text, tags = [] }, context) {
    const memory = need(context, 'memory');
    if (!memory.ok) return memory.failure;
    const before = memory.value.value.length;
    const stored = await memory.value.store(text, tags);
    if (!stored) {
      return failure(
        'WRITE_ERROR',
        'The memory is full, and this was not kept. Go on without it, and tell the person: things are forgotten in the Memory pane.',
      );
    }
    const known = memory.value.value.length === before;
    const tagged = stored.tags.length > 0 ? ` Tags: ${stored.tags.join(', ')}.` : '';
    return {
      text: `${known ? 'Remembered already; now it counts as new' : 'Remembered'}, in this browser, for every thread.${tagged}`,
      summary: summaries(context).remembered(known),
      details: { id: stored.id },
    };
  },
});
