import { isStructured, typedArguments } from '../parser/arguments';
import type { TextCall } from '../dialect';
import type { CallBlock, Grammar } from '../parser/grammar';
import { jsonValue } from '../parser/json-value';
import { readValue, type ValueTags } from '../parser/value';
import { wholeArguments } from './json-block';
import { isToolName } from './tool-name';

interface InvokeTags {
  /** Names of the tags that may wrap a block. */
  readonly wrappers: readonly string[];
  /** Prefix of the names of the tags inside. */
  readonly prefix?: string;
}

/**
 * `<wrapper><invoke name="…"><parameter name="…">…</parameter></invoke></wrapper>`, with one call or several. Models
 * sometimes leave out the wrapper's opening tag, or both of its tags.
 */
export function invokes({ wrappers, prefix = '' }: InvokeTags): Grammar {
  const invoke = `<${prefix}invoke`;
  const bareOpener = `${invoke} name=`;
  const closers = wrappers.map((name) => `</${name}>`);
  const closerOf = (opener: string): string =>
    opener === bareOpener ? `</${prefix}invoke>` : opener.replace('<', '</');
  return {
    openers: [...wrappers.map((name) => `<${name}>`), bareOpener],
    closerOf,
    *read(block) {
      const { cursor, opener, found } = block;
      if (opener === bareOpener) {
        for (let begun = 'name='; ; begun = '') {
          found(yield* oneInvoke(block, prefix, begun));
          const gap = yield* cursor.gap();
          const tag = cursor.spent ? undefined : yield* cursor.oneOf(invoke, ...closers);
          if (tag === undefined) cursor.unread(gap);
          if (tag !== invoke) return;
        }
      }
      const closer = closerOf(opener);
      yield* cursor.space();
      yield* cursor.expect(invoke);
      for (;;) {
        const call = yield* oneInvoke(block, prefix, '');
        yield* cursor.space();
        const over = (yield* cursor.oneOf(closer)) !== undefined;
        if (!over) yield* cursor.expect(invoke);
        // Only now: had text followed, the closing tag would have been part of a value.
        found(call);
        if (over) return;
      }
    },
  };
}

/** Without a prefix. One grammar for all wrappers: if both of its tags are left out, nothing tells which one it was. */
export const plainInvokes = invokes({ wrappers: ['function_calls', 'minimax:tool_call'] });

function* oneInvoke(block: CallBlock, prefix: string, begun: string): Generator<void, TextCall> {
  const { cursor } = block;
  const name = attribute(`${begun}${yield* cursor.until('>')}`, 'name');
  if (name === undefined || !isToolName(name)) return cursor.issue(`<${prefix}invoke> has no name`);
  // Without a wrapper, it may be prose about the syntax.
  if (begun === '') cursor.commit();
  yield* cursor.space();
  const first = yield* cursor.peek();
  if (!/[<{]/.test(first)) cursor.issue(`<${prefix}parameter was expected`);
  cursor.commit();
  if (first === '{') {
    const args = yield* wholeArguments(block, name);
    yield* cursor.space();
    yield* cursor.expect(`</${prefix}invoke>`);
    return { name, arguments: args };
  }
  return { name, arguments: yield* parameters(block, prefix, name) };
}

function* parameters(block: CallBlock, prefix: string, tool: string): Generator<void, Record<string, unknown>> {
  const { cursor, stream } = block;
  const [opener, ender] = [`<${prefix}parameter`, `</${prefix}invoke>`];
  const tags: ValueTags = {
    closer: `</${prefix}parameter>`,
    next: [opener, '>'],
    nameIn: (tag) => attribute(tag, 'name') ?? '',
    within: ender,
  };
  const schema = stream.schemaOf(tool);
  const given = new Set<string>();
  const texts: [string, string][] = [];
  const values: [string, unknown][] = [];
  for (;;) {
    yield* cursor.space();
    if (yield* cursor.oneOf(ender)) {
      return { ...typedArguments(texts, schema), ...Object.fromEntries(values) };
    }
    yield* cursor.expect(opener);
    const attributes = yield* cursor.until('>');
    const key = attribute(attributes, 'name');
    if (key === undefined) return cursor.issue(`a parameter of ${tool} has no name`);
    const isText = attribute(attributes, 'string');
    given.add(key);
    const value = yield* readValue(block, tags, {
      schema,
      given,
      json: isText === 'false' || (isText !== 'true' && isStructured(schema, key)),
    });
    // If the next parameter became part of this one, nonsense could end up in a file.
    if (value.includes(`\n${opener} name=`)) cursor.issue(`the parameter ${key} of ${tool} is not closed`);
    if (isText === 'true') values.push([key, value]);
    else if (isText === 'false') {
      const parsed = jsonValue(value);
      if (!parsed.ok) cursor.issue(`the parameter ${key} of ${tool} is no JSON: ${parsed.reason}`);
      else values.push([key, parsed.value]);
    } else texts.push([key, value]);
  }
}

const attribute = (attributes: string, name: string): string | undefined => {
  const value = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s"'=<>]+))`).exec(attributes) ?? [];
  return value[1] ?? value[2] ?? value[3];
};
