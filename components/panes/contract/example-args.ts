import { ownValue } from '@/lib/protocol/own-value';
import { toJsonSchema, validate, type JsonSchema } from '@/lib/schema';
import { wordFor } from '@/lib/scenarios/example-words';
import { exampleOf } from '@/lib/schema/example';
import { isObject } from '@/lib/schema/json-schema';
import type { AnyTool } from '@/lib/tools/tool';
import { PREPARED, type CallBefore, type PreparedCall } from './prepared-calls';

type Input = Readonly<Record<string, unknown>>;

/** Two sample inputs of a tool: one that fits its schema and, if there is one, one that does not. */
export interface Examples {
  readonly good: Input;
  readonly bad?: Input;
  /** Calls to make before the good one, as it depends on them. */
  readonly before?: readonly CallBefore[];
  /** The message that says where the good one succeeds, if not everywhere. */
  readonly only?: PreparedCall['only'];
}

type ExampleTool = Pick<AnyTool, 'name' | 'input' | 'executor' | 'fields' | 'examples'>;

/** The good one is prepared, comes from the tool's author, or is made from the schema; all are validated. */
export function examplesOf(tool: ExampleTool): Examples {
  const schema = toJsonSchema(tool.input);
  const prepared = ownValue(PREPARED, tool.executor ?? tool.name);
  const known = prepared && inFieldsOf(tool, prepared.good);
  if (prepared && known && validate(tool.input, known).ok) {
    const { before = [], only } = prepared;
    return { good: known, before, ...(only !== undefined && { only }), ...badOf(tool, known, schema) };
  }
  const said = tool.examples?.find((input) => validate(tool.input, input).ok);
  const good = said ? { ...said } : exampleOf(tool.input, wordFor(tool.name));
  return { good, ...badOf(tool, good, schema) };
}

/** An input that uses the executor's field names, translated to the tool's own names. */
export const inFieldsOf = ({ fields = {} }: Pick<AnyTool, 'fields'>, input: Input): Input =>
  Object.fromEntries(
    Object.entries(input).flatMap(([name, value]) => {
      const own = ownValue(fields, name) ?? name;
      return own === '' ? [] : [[own, value]];
    }),
  );

function badOf(tool: ExampleTool, good: Input, schema: JsonSchema): { bad?: Input } {
  const bad = spoilt(good, schema).find((input) => !validate(tool.input, input).ok);
  return bad ? { bad } : {};
}

/** Ways to get a call wrong, likeliest first: a misnamed field, a wrong type, an extra field, no fields at all. */
function spoilt(good: Input, schema: JsonSchema): Input[] {
  const [first, ...others] = Object.entries(good);
  const fields = isObject(schema.properties) ? Object.keys(schema.properties) : [];
  const [optional] = fields;
  return [
    ...(first ? [Object.fromEntries([[camel(first[0]), first[1]], ...others])] : []),
    ...(first ? [Object.fromEntries([[first[0], typeof first[1] === 'number' ? 'one' : 1], ...others])] : []),
    ...(optional ? [{ ...good, [optional]: { nested: true } }] : []),
    { ...good, unexpected: true },
    {},
  ];
}

const camel = (name: string): string =>
  name.includes('_') ? name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()) : `${name}s`;

/** The good example as text to begin with; an empty object if the tool is unknown. */
export const exampleText = (tool: ExampleTool | undefined): string =>
  JSON.stringify(tool ? examplesOf(tool).good : {}, null, 2);
