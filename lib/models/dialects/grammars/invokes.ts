import { parseJson } from '@/lib/protocol';
import { z } from 'zod';
import { typedArguments } from '../parser/arguments';
import type { Block, Grammar, Reader } from '../parser/grammar';
import { wholeArguments } from './json-block';
import { isToolName } from './tool-name';

const Any = z.unknown();

export interface InvokeTags {
  /** Names of the tags that a block may stand in. */
  readonly wrappers: readonly string[];
  /** What the names of the tags inside begin with. */
  readonly prefix?: string;
  /** Whether a block is known by its first `<invoke`, the tag around it having been left out. */
  readonly bare?: boolean;
}

/** `<wrapper><invoke name="…"><parameter name="…">…</parameter></invoke></wrapper>`, one call or several. */
export function invokes({ wrappers, prefix = '', bare = false }: InvokeTags): Grammar {
  const invoke = `<${prefix}invoke`;
  const bareOpener = `${invoke} name=`;
  const [wrapper = ''] = wrappers;
  const closerOf = (opener: string): string => (opener === bareOpener ? `</${wrapper}>` : opener.replace('<', '</'));
  return {
    openers: [...wrappers.map((name) => `<${name}>`), ...(bare ? [bareOpener] : [])],
    closerOf,
    *read(block) {
      const { cursor, opener } = block;
      const closer = closerOf(opener);
      if (opener === bareOpener) yield* oneInvoke(block, prefix, 'name=');
      for (;;) {
        yield* cursor.space();
        if (cursor.committed && (yield* cursor.oneOf(closer))) return;
        yield* cursor.expect(invoke);
        yield* oneInvoke(block, prefix, '');
      }
    },
  };
}

function* oneInvoke(block: Block, prefix: string, begun: string): Reader {
  const { cursor, found } = block;
  const name = attribute(`${begun}${yield* cursor.until('>')}`, 'name');
  if (name === undefined || !isToolName(name)) return cursor.fault(`<${prefix}invoke> has no name`);
  cursor.commit();
  yield* cursor.space();
  if ((yield* cursor.peek()) === '{') {
    const args = yield* wholeArguments(block, name);
    yield* cursor.space();
    yield* cursor.expect(`</${prefix}invoke>`);
    return found({ name, arguments: args });
  }
  found({ name, arguments: yield* parameters(block, prefix, name) });
}

function* parameters(
  { cursor, schemaOf }: Block,
  prefix: string,
  tool: string,
): Generator<void, Record<string, unknown>> {
  const texts: [string, string][] = [];
  const values: [string, unknown][] = [];
  for (;;) {
    yield* cursor.space();
    if (yield* cursor.oneOf(`</${prefix}invoke>`)) {
      return { ...typedArguments(texts, schemaOf(tool)), ...Object.fromEntries(values) };
    }
    yield* cursor.expect(`<${prefix}parameter`);
    const attributes = yield* cursor.until('>');
    const key = attribute(attributes, 'name');
    if (key === undefined) return cursor.fault(`a parameter of ${tool} has no name`);
    const value = yield* cursor.until(`</${prefix}parameter>`);
    // Taking the next parameter for a part of this one would put nonsense into a file.
    if (value.includes(`\n<${prefix}parameter name=`)) cursor.fault(`the parameter ${key} of ${tool} is not closed`);
    const isText = attribute(attributes, 'string');
    if (isText === 'true') values.push([key, value]);
    else if (isText === 'false') {
      const parsed = parseJson(Any, value);
      if (!parsed.ok) cursor.fault(`the parameter ${key} of ${tool} is no JSON`);
      else values.push([key, parsed.value]);
    } else texts.push([key, value]);
  }
}

const attribute = (attributes: string, name: string): string | undefined => {
  const [, double, single] = new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`).exec(attributes) ?? [];
  return double ?? single;
};
