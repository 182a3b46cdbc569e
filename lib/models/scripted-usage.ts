import type { Message } from '@ag-ui/core';
import { loadTokenCounter } from '@/lib/discovery';
import { z } from 'zod';
import type { Steps } from './body-text';

const ToolsSchema = z.array(
  z.looseObject({
    name: z.string(),
    description: z.string().default(''),
    input_schema: z.record(z.string(), z.unknown()),
  }),
);

/**
 * Most characters of messages, and of tools, that are counted; the rest is estimated at this many characters per
 * token.
 */
const COUNTED = 100_000;
const COUNTED_TOOLS = 500_000;
const CHARACTERS = 4;

/** Token counts of messages: every turn counts the whole conversation. */
const countOf = new WeakMap<Message, number>();

/**
 * The input tokens of a request, counted as the page counts tool declarations, since both figures are shown together.
 * `messages`: the whole conversation, of which the body may have only a part. Other work runs between the steps.
 */
export async function inputTokensOf(
  { tools, system }: Readonly<Record<string, unknown>>,
  messages: readonly Message[],
  steps: Steps,
): Promise<number> {
  const counter = await loadTokenCounter();
  const declared = ToolsSchema.safeParse(tools ?? []);
  const forms = (declared.data ?? []).map(({ name, description, input_schema: parameters }) => ({
    name,
    description,
    parameters,
  }));
  let roomForTools = COUNTED_TOOLS;
  let estimated = 0;
  const counted = forms.filter((form) => {
    const { length } = JSON.stringify(form);
    roomForTools -= length;
    if (roomForTools < 0) estimated += Math.round(length / CHARACTERS);
    return roomForTools >= 0;
  });
  let room = COUNTED;
  const countText = (text: string): number => {
    const begun = text.slice(0, room);
    room -= begun.length;
    const rest = Math.round((text.length - begun.length) / CHARACTERS);
    return begun === '' ? rest : rest + counter.countTokens(begun);
  };
  const countMessage = (message: Message): number => {
    const known = countOf.get(message) ?? countText(wordsOf(message));
    countOf.set(message, known);
    return known;
  };
  let said = 0;
  for (const message of messages) {
    said += countMessage(message);
    if (steps.due) await steps.others();
  }
  // A tool's count is kept, so that all of them together take no time.
  for (const form of counted) {
    counter.countTools([form]);
    if (steps.due) await steps.others();
  }
  return counter.countTools(counted) + estimated + countText(JSON.stringify(system ?? '')) + said;
}

/** A message as text; its content is not JSON-encoded, since it may be very long. */
function wordsOf({ id: _id, content, ...message }: Message & { content?: unknown }): string {
  const said = typeof content === 'string' ? content : JSON.stringify(content ?? '');
  return `${JSON.stringify(message)}${said}`;
}
