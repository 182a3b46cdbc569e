import { isStructured, typedArguments } from '../parser/arguments';
import type { TextCall } from '../dialect';
import type { CallBlock, Grammar } from '../parser/grammar';
import { readValue, type ValueTags } from '../parser/value';
import { wholeArguments } from './json-block';
import { isToolName, MOST_NAME } from './tool-name';

/**
 * `<function=name><parameter=key>value</parameter></function>`, alone or in `<tool_call>`; or with JSON instead of the
 * parameters.
 */
export const functionEquals: Grammar = {
  openers: ['<tool_call>', '<function='],
  closerOf: (opener) => (opener === '<tool_call>' ? '</tool_call>' : '</function>'),
  *read(block) {
    const { cursor, opener, found } = block;
    if (opener === '<function=') return found(yield* oneFunction(block));
    yield* cursor.space();
    yield* cursor.expect('<function=');
    for (;;) {
      const call = yield* oneFunction(block);
      yield* cursor.space();
      // If the closing tag was left out, the next block closes this one.
      const over = (yield* cursor.at('<tool_call>')) || (yield* cursor.oneOf('</tool_call>')) !== undefined;
      if (!over) yield* cursor.expect('<function=');
      // Only now: had text followed, the closing tag would have been part of a value.
      found(call);
      if (over) return;
    }
  },
};

function* oneFunction(block: CallBlock): Generator<void, TextCall> {
  const { cursor } = block;
  const name = yield* cursor.before(/[^\w.:/-]/, MOST_NAME);
  if (!isToolName(name)) cursor.issue('the name of a function was expected');
  yield* cursor.expect('>');
  cursor.commit();
  yield* cursor.space();
  if ((yield* cursor.peek()) === '{') {
    const args = yield* wholeArguments(block, name);
    yield* cursor.space();
    yield* cursor.expect('</function>');
    return { name, arguments: args };
  }
  return { name, arguments: yield* parameters(block, name) };
}

const TAGS: ValueTags = {
  closer: '</parameter>',
  next: ['<parameter=', '>'],
  nameIn: (tag) => tag.trim(),
  within: '</function>',
};

function* parameters(block: CallBlock, tool: string): Generator<void, Record<string, unknown>> {
  const { cursor, stream } = block;
  const schema = stream.schemaOf(tool);
  const texts: [string, string][] = [];
  const given = new Set<string>();
  for (;;) {
    yield* cursor.space();
    if (yield* cursor.oneOf('</function>')) return typedArguments(texts, schema);
    yield* cursor.expect('<parameter=');
    const key = (yield* cursor.before(/[<>\r\n]/, MOST_NAME)).trim();
    yield* cursor.expect('>');
    given.add(key);
    const value = yield* readValue(block, TAGS, { schema, given, json: isStructured(schema, key) });
    // If the next parameter became part of this one, nonsense could end up in a file.
    if (/\n<parameter=/.test(value)) cursor.issue(`the parameter ${key.slice(0, 40)} of ${tool} is not closed`);
    texts.push([key, withoutFrame(value)]);
  }
}

/** The value without the line breaks that separate it from its tags. */
const withoutFrame = (value: string): string => value.replace(/^\r?\n/, '').replace(/\r?\n$/, '');
