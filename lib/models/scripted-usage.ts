import type { Message } from '@ag-ui/core';
import { loadTokenCounter } from '@/lib/discovery';
import { z } from 'zod';

const ToolsSchema = z.array(
  z.looseObject({
    name: z.string(),
    description: z.string().default(''),
    input_schema: z.record(z.string(), z.unknown()),
  }),
);

/** Characters of messages, and of tools, that are counted in one turn; the rest is taken to have this many for each token. */
const COUNTED = 100_000;
const COUNTED_TOOLS = 500_000;
const CHARACTERS = 4;

/** What messages were counted at: a conversation is counted anew in every turn. */
const countOf = new WeakMap<Message, number>();

/**
 * What a request costs, counted as the page counts the declarations of tools: the two figures stand side by side. `messages` is the
 * whole conversation, of which the body need not have all.
 */
export async function inputTokensOf(
  { tools, system }: Readonly<Record<string, unknown>>,
  messages: readonly Message[],
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
  const said = messages.reduce((sum, message) => sum + countMessage(message), 0);
  return counter.countTools(counted) + estimated + countText(JSON.stringify(system ?? '')) + said;
}

/** A message as text: its longest part as it is, for that may be very long. */
function wordsOf({ id: _id, content, ...message }: Message & { content?: unknown }): string {
  const said = typeof content === 'string' ? content : JSON.stringify(content ?? '');
  return `${JSON.stringify(message)}${said}`;
}
