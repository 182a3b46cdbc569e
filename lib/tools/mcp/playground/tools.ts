import { ERROR_CODES, isRetryable } from '@/lib/protocol';
import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { failure } from '../../result';
import { eraseTool, type AnyTool } from '../../tool';
import type { Notes } from './notes';

/** The tools of the server in this page: small ones about the playground itself. */
export const playgroundTools = (notes: Notes): readonly AnyTool[] => [
  eraseTool(
    defineTool({
      name: 'explain_code',
      title: 'Explain an error code',
      description: 'Says what one of the error codes of a tool result means for a retry.',
      kind: 'read',
      input: z.strictObject({ code: z.string().describe('The code, such as STALE_FILE.') }),
      execute({ code }) {
        const known = ERROR_CODES.find((one) => one === code.toUpperCase());
        if (!known) return failure('NOT_FOUND', `There is no code ${code}. There are: ${ERROR_CODES.join(', ')}.`);
        return isRetryable(known)
          ? `${known}: the same call may succeed later.`
          : `${known}: the call has to change before it is made again.`;
      },
    }),
  ),
  eraseTool(
    defineTool({
      name: 'add_note',
      title: 'Add a note',
      description: 'Keeps a note as a resource of this server until the page is closed.',
      kind: 'edit',
      annotations: { destructiveHint: false },
      input: z.strictObject({
        title: z.string().min(1).max(100).describe('What the note is about.'),
        text: z.string().max(10_000).describe('The note itself.'),
      }),
      execute: ({ title, text }) => `Kept as ${notes.add(title, text)}.`,
    }),
  ),
  eraseTool(
    defineTool({
      name: 'count_words',
      title: 'Count words',
      description: 'Counts the words and characters of a text.',
      kind: 'read',
      input: z.strictObject({ text: z.string().describe('The text to count.') }),
      output: z.object({ words: z.int(), characters: z.int() }),
      execute({ text }) {
        const words = text.split(/\s+/).filter(Boolean).length;
        return {
          text: `${words} words, ${text.length} characters`,
          structuredContent: { words, characters: text.length },
        };
      },
    }),
  ),
];
