import { isStructured, typedArguments } from '../parser/arguments';
import type { Grammar } from '../parser/grammar';
import { readValue, type ValueTags } from '../parser/value';
import { isToolName, MOST_NAME } from './tool-name';

/** `<tool_call>name<arg_key>key</arg_key><arg_value>value</arg_value></tool_call>`, all tags with the same prefix. */
export function keyedValues(prefix = ''): Grammar {
  const closer = `</${prefix}tool_call>`;
  const tags: ValueTags = {
    closer: `</${prefix}arg_value>`,
    next: [`<${prefix}arg_key>`, `</${prefix}arg_key>`],
    nameIn: (tag) => tag.trim(),
    within: closer,
  };
  const unclosed = new RegExp(`<${prefix}arg_key>[^<]*</${prefix}arg_key>\\s*<${prefix}arg_value>`);
  return {
    openers: [`<${prefix}tool_call>`],
    closerOf: () => closer,
    *read(block) {
      const { cursor, found, stream } = block;
      yield* cursor.space();
      const name = yield* cursor.before(/[^\w.:/-]/, MOST_NAME);
      if (!isToolName(name)) cursor.issue('the name of a tool was expected');
      // In prose, words follow the name on the same line.
      if (/[<\r\n]/.test(yield* cursor.peek())) cursor.commit();
      const schema = stream.schemaOf(name);
      const given = new Set<string>();
      const texts: [string, string][] = [];
      for (;;) {
        yield* cursor.space();
        const tag = yield* cursor.oneOf(`<${prefix}arg_key>`, closer);
        if (tag === undefined) cursor.issue(`<${prefix}arg_key> or ${closer} was expected`);
        cursor.commit();
        if (tag === closer) return found({ name, arguments: typedArguments(texts, schema) });
        const key = (yield* cursor.before(/</, MOST_NAME)).trim();
        yield* cursor.expect(`</${prefix}arg_key>`);
        yield* cursor.space();
        // Models sometimes leave this tag out before a complete value.
        const begun = yield* cursor.oneOf(`<${prefix}arg_value>`);
        if (begun === undefined && (yield* cursor.peek()) === '<') cursor.issue(`<${prefix}arg_value> was expected`);
        given.add(key);
        const value = yield* readValue(block, tags, { schema, given, json: isStructured(schema, key) });
        // If the next value became part of this one, nonsense could end up in a file.
        if (unclosed.test(value)) cursor.issue(`the value ${key} of ${name} is not closed`);
        texts.push([key, value]);
      }
    },
  };
}
