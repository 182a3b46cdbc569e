import { z } from 'zod';
import { jsonArguments } from '../parser/arguments';
import type { CallBlock, Grammar } from '../parser/grammar';
import { jsonValue } from '../parser/json-value';

const Call = z.looseObject({
  name: z.string().trim().min(1),
  arguments: z.unknown().optional(),
  parameters: z.unknown().optional(),
});
const Calls = z.union([z.array(Call), Call, z.looseObject({ function: Call }).transform((call) => call.function)]);

/** A tag around JSON: `<tag>{"name": …, "arguments": {…}}</tag>`, with one call or several. */
export const jsonBlock = (tag: string): Grammar => ({
  openers: [`<${tag}>`],
  closerOf: () => `</${tag}>`,
  *read(block) {
    const { cursor } = block;
    for (;;) {
      yield* cursor.space();
      if (cursor.committed && (yield* cursor.oneOf(`</${tag}>`))) return;
      // If the closing tag was left out, the next block closes this one.
      if (cursor.committed && (yield* cursor.at(`<${tag}>`))) return;
      if (!/[[{]/.test(yield* cursor.peek())) cursor.issue(`JSON or </${tag}> was expected`);
      cursor.commit();
      report(block, yield* cursor.json());
    }
  },
});

function report({ found, warn }: CallBlock, text: string): void {
  const json = jsonValue(text);
  if (!json.ok) return warn(`A tool call is not run, as it is not valid JSON: ${json.reason}`);
  const calls = Calls.safeParse(json.value);
  if (!calls.success) return warn('A tool call is not run, as its JSON has no "name".');
  for (const call of Array.isArray(calls.data) ? calls.data : [calls.data]) {
    const args = jsonArguments(call.arguments ?? call.parameters);
    if (args) found({ name: call.name, arguments: args });
    else warn(`The call of ${call.name} is not run: its arguments are no JSON object.`);
  }
}

/** A JSON object with all of a call's arguments. */
export function* wholeArguments({ cursor }: CallBlock, tool: string): Generator<void, Record<string, unknown>> {
  const args = jsonArguments(yield* cursor.json());
  return args ?? cursor.issue(`the arguments of ${tool} are no JSON object`);
}
