import { z } from 'zod';
import type { Annotations, ToolKind } from '@/lib/protocol';
import { toJsonSchema } from '@/lib/schema';
import type { AnyTool, JsonSchema, Tool, ToolContext, ToolOutput } from './tool';

/** A fixed answer, or one that depends on the input. (A method type: it has to fit a container of tools.) */
type Decision<I> = boolean | { decide(input: I): boolean }['decide'];

/** What one writes to make a tool: the contract with everything optional that has a sensible default. */
export interface ToolDefinition<I> extends Partial<
  Pick<
    Tool<I, ToolOutput>,
    | 'title'
    | 'help'
    | 'output'
    | 'titleFor'
    | 'category'
    | 'tier'
    | 'source'
    | 'capabilities'
    | 'supportedProviders'
    | 'featureFlag'
    | 'alwaysActive'
    | 'supportsInputStreaming'
    | 'outputLimit'
    | 'deadlineFor'
    | 'abortGrace'
    | 'refuse'
    | 'suggestRule'
    | 'ruleSubject'
    | 'preview'
  >
> {
  name: string;
  description: string;
  kind?: ToolKind;
  annotations?: Partial<Annotations>;
  /** Whether a call changes nothing. Default: of kind `read`. */
  isReadOnly?: Decision<I>;
  /** Whether mode `auto` asks before a call. Default: no. */
  isDangerous?: Decision<I>;
  execute(input: I, context: ToolContext): Promise<ToolOutput> | ToolOutput;
}

/** Thrown when a tool is written wrongly: a fault of its author, found when it is defined or registered. */
export class ToolDefinitionError extends Error {
  override name = 'ToolDefinitionError';
}

const NoInput = z.strictObject({});

/** A tool whose input is described by Zod; `execute` gets it parsed and typed. */
export function defineTool<S extends z.ZodType>(
  definition: ToolDefinition<z.infer<S>> & { input: S },
): Tool<z.infer<S>, ToolOutput>;
/** A tool whose input is described by a JSON Schema; `execute` gets it checked but untyped. */
export function defineTool(definition: ToolDefinition<unknown> & { input: JsonSchema }): Tool<unknown, ToolOutput>;
/** A tool that takes no input. */
export function defineTool(
  definition: ToolDefinition<z.infer<typeof NoInput>>,
): Tool<z.infer<typeof NoInput>, ToolOutput>;
export function defineTool(definition: ToolDefinition<unknown> & { input?: z.ZodType | JsonSchema }): AnyTool {
  const { kind = 'other', input = NoInput, isReadOnly = kind === 'read', isDangerous = false } = definition;
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
      destructiveHint: !alwaysReads,
      idempotentHint: false,
      openWorldHint: kind === 'fetch',
      ...definition.annotations,
    },
    isReadOnly: decider(isReadOnly),
    isDangerous: decider(isDangerous),
    execute: async (value, context) => definition.execute(value, context),
  };
}

const decider = (decision: Decision<unknown>): ((input: unknown) => boolean) =>
  typeof decision === 'function' ? decision : () => decision;

function requireObjectRoot(name: string, input: z.ZodType | JsonSchema): void {
  const root = toJsonSchema(input).type;
  if (root !== 'object') {
    throw new ToolDefinitionError(`${name}: the root of the input schema must be of type object.`);
  }
}
