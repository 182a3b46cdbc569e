import { z } from 'zod';
import { MAX_LINE, MAX_LINES, MAX_PICTURE, MAX_TEXT, MAX_TITLE } from './limits';

/** What the page asks of the agent in the frame. */
export type Order =
  | { readonly do: 'read' | 'screenshot' }
  | { readonly do: 'click'; readonly target: string }
  | { readonly do: 'type'; readonly target: string; readonly text: string };

/** What starts a frame: the document to show. */
export interface FrameStart {
  readonly html: string;
}

const SeenSchema = z.object({
  title: z.string().max(MAX_TITLE),
  text: z.string().max(MAX_TEXT),
  console: z.array(z.string().max(MAX_LINE)).max(MAX_LINES),
});
export type Seen = z.infer<typeof SeenSchema>;

/** What comes out of the frame: believed only as far as it has this form. `goTo`: a link was followed. */
export const AnswerSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready') }),
  z.object({ kind: z.literal('seen'), id: z.number(), seen: SeenSchema, goTo: z.string().max(2_000).optional() }),
  z.object({
    kind: z.literal('picture'),
    id: z.number(),
    data: z
      .string()
      .max(MAX_PICTURE)
      .regex(/^[A-Za-z0-9+/=]*$/),
  }),
  z.object({
    kind: z.literal('failed'),
    id: z.number(),
    code: z.enum(['NOT_FOUND', 'UNSUPPORTED', 'EXECUTION_ERROR']),
    message: z.string().max(MAX_LINE),
  }),
]);
export type Answer = z.infer<typeof AnswerSchema>;
