import { z } from 'zod';
import type { ToolResult } from '@/lib/protocol';
import { toJsonSchema } from '@/lib/schema';
import { messageOf } from '@/lib/protocol/message-of';
import { readOutput } from './invocation';
import { validateInput } from './dispatch/prepare';
import { failure } from './result';
import type { AnyTool, JsonSchema, Tool, ToolContext } from './tool';
import { type InputDecision, type ToolDefinition, type ToolReturn, ToolDefinitionError } from './tool-definition';

export type { ToolDefinition, ToolReturn };

const NoInput = z.strictObject({});

/** A tool whose input is described by Zod; `execute` gets it parsed and typed. */
export function defineTool<S extends z.ZodType>(
  definition: ToolDefinition<z.infer<S>> & { input: S },
): Tool<z.infer<S>, ToolReturn>;
/**
 * A tool whose input is described by a JSON Schema; `execute` gets the validated raw object, typed as the type argument if any:
 * `defineTool<WeatherInput>({ … })`. The author must make sure that the type matches the schema.
 */
export function defineTool<I = Readonly<Record<string, unknown>>>(
  definition: ToolDefinition<I> & { input: JsonSchema },
): Tool<I, ToolReturn>;
/** A tool that takes no input. */
export function defineTool(
  definition: ToolDefinition<z.infer<typeof NoInput>>,
): Tool<z.infer<typeof NoInput>, ToolReturn>;
export function defineTool(given: ToolDefinition<unknown> & { input?: z.ZodType | JsonSchema }): AnyTool {
  const definition = given.codingKeys ? decoded(given, given.codingKeys) : given;
  const { kind = 'other', input = NoInput, annotations = {}, isDangerous = false } = definition;
  const isReadOnly = definition.isReadOnly ?? kind === 'read';
  requireObjectRoot(definition.name, input);
  const alwaysReads = isReadOnly === true;
  return {
    ...definition,
    kind,
    input,
    title: definition.title ?? definition.name,
    category: definition.category ?? 'custom',
    tier: definition.tier ?? 'core',
    source: definition.source ?? 'custom',
    capabilities: definition.capabilities ?? [],
    annotations: {
      readOnlyHint: alwaysReads,
      destructiveHint: !(annotations.readOnlyHint ?? alwaysReads),
      idempotentHint: false,
      openWorldHint: kind === 'fetch',
      ...annotations,
    },
    onlyReads: alwaysReads,
    isReadOnly: decider(isReadOnly),
    isDangerous: decider(isDangerous),
    call(value, context) {
      return callTool(this, value, context);
    },
  };
}

/** Calls a tool with any input, outside the pipeline. Never throws: invalid input or a failing tool becomes the result. */
export async function callTool(tool: AnyTool, input: unknown, context: ToolContext): Promise<ToolResult> {
  try {
    const { language = 'en', system } = context;
    const valid = validateInput(tool, input, { language, validation: 'block', ...(system && { system }) });
    return valid.ok ? readOutput(tool, await tool.execute(valid.value.input, context)) : valid.failure;
  } catch (error) {
    return failure('EXECUTION_ERROR', `${tool.name} failed: ${messageOf(error)}`);
  }
}

const decider = (decision: InputDecision<unknown>): ((input: unknown) => boolean) =>
  typeof decision === 'function' ? decision : () => decision;

function requireObjectRoot(name: string, input: z.ZodType | JsonSchema): void {
  const root = toJsonSchema(input).type;
  if (root !== 'object') {
    throw new ToolDefinitionError(`${name}: the root of the input schema must be of type object.`);
  }
}

const Fields = z.record(z.string(), z.unknown());

/** Wraps a definition so that its functions see the author's field names. `keys` maps those to the schema's names. */
function decoded<D extends ToolDefinition<unknown>>(definition: D, keys: Readonly<Record<string, string>>): D {
  const byWire = new Map(Object.entries(keys).map(([own, wire]) => [wire, own]));
  const decode = (input: unknown): unknown => {
    const fields = Fields.safeParse(input);
    if (!fields.success) return input;
    return Object.fromEntries(Object.entries(fields.data).map(([wire, value]) => [byWire.get(wire) ?? wire, value]));
  };
  const { titleFor, deadlineFor, refuse, ruleSubject, suggestRule, delegatesTo, preview, recoveryHint, execute } =
    definition;
  const { isReadOnly, isDangerous } = definition;
  return {
    ...definition,
    ...(titleFor && { titleFor: (input: unknown) => titleFor(decode(input)) }),
    ...(deadlineFor && { deadlineFor: (input: unknown) => deadlineFor(decode(input)) }),
    ...(typeof isReadOnly === 'function' && { isReadOnly: (input: unknown) => isReadOnly(decode(input)) }),
    ...(typeof isDangerous === 'function' && { isDangerous: (input: unknown) => isDangerous(decode(input)) }),
    ...(refuse && { refuse: (input, context) => refuse(decode(input), context) }),
    ...(ruleSubject && { ruleSubject: (input, context) => ruleSubject(decode(input), context) }),
    ...(suggestRule && { suggestRule: (input, context) => suggestRule(decode(input), context) }),
    ...(delegatesTo && { delegatesTo: (input: unknown) => delegatesTo(decode(input)) }),
    ...(preview && { preview: (input, context) => preview(decode(input), context) }),
    ...(recoveryHint && { recoveryHint: (input, context) => recoveryHint(decode(input), context) }),
    execute: (input, context) => execute(decode(input), context),
  };
}
