import { typedArguments } from '../parser/arguments';
import type { CallBlock, Grammar } from '../parser/grammar';
import { wholeArguments } from './json-block';
import { isToolName } from './tool-name';

/** `<tool_call><name>…</name><arguments>…</arguments></tool_call>`, with JSON or one element per field in the arguments. */
export const namedElements: Grammar = {
  openers: ['<tool_call>'],
  closerOf: () => '</tool_call>',
  *read(block) {
    const { cursor } = block;
    yield* cursor.space();
    yield* cursor.expect('<name>');
    cursor.commit();
    const name = (yield* cursor.until('</name>')).trim();
    if (!isToolName(name)) cursor.issue('its <name> is no name');
    yield* cursor.space();
    const tag = yield* cursor.oneOf('<arguments>', '<arguments/>', '</tool_call>');
    if (tag === undefined) cursor.issue('<arguments> was expected');
    if (tag === '</tool_call>') return block.found({ name, arguments: {} });
    const args = tag === '<arguments>' ? yield* argumentsOf(block, name) : {};
    yield* cursor.space();
    yield* cursor.expect('</tool_call>');
    block.found({ name, arguments: args });
  },
};

function* argumentsOf(block: CallBlock, tool: string): Generator<void, Record<string, unknown>> {
  const { cursor, stream } = block;
  yield* cursor.space();
  if ((yield* cursor.peek()) === '{') {
    const args = yield* wholeArguments(block, tool);
    yield* cursor.space();
    yield* cursor.expect('</arguments>');
    return args;
  }
  const texts: [string, string][] = [];
  for (;;) {
    yield* cursor.space();
    if (yield* cursor.oneOf('</arguments>')) return typedArguments(texts, stream.schemaOf(tool));
    yield* cursor.expect('<');
    const field = yield* cursor.until('>');
    if (!isToolName(field)) cursor.issue(`<${field.slice(0, 40)}> is no field`);
    texts.push([field, yield* cursor.until(`</${field}>`)]);
  }
}
