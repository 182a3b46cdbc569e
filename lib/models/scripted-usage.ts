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

/** What was counted of a conversation: its messages, and the tokens up to and with each. */
interface Counted {
  readonly messages: readonly Message[];
  readonly totals: readonly number[];
}

/** The latest count of each conversation, by its first message: every turn counts the whole conversation. */
const countedOf = new WeakMap<Message, Counted>();

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
  const [first] = messages;
  const before = first && countedOf.get(first);
  const changed = messages.findIndex((message, index) => message !== before?.messages[index]);
  const totals = before?.totals.slice(0, changed < 0 ? messages.length : changed) ?? [];
  for (const message of messages.slice(totals.length)) {
    totals.push((totals.at(-1) ?? 0) + countText(wordsOf(message)));
    if (steps.due) await steps.others();
  }
  if (first) countedOf.set(first, { messages, totals });
  // A tool's count is kept, so that all of them together take no time.
  for (const form of counted) {
    counter.countTools([form]);
    if (steps.due) await steps.others();
  }
  return counter.countTools(counted) + estimated + countText(JSON.stringify(system ?? '')) + (totals.at(-1) ?? 0);
}

/** A message as text; its content is not JSON-encoded, since it may be very long. */
function wordsOf({ id: _id, content, ...message }: Message & { content?: unknown }): string {
  const said = typeof content === 'string' ? content : JSON.stringify(content ?? '');
  return `${JSON.stringify(message)}${said}`;
}
