import type { Tool } from '@ag-ui/core';
import { fitsStrict } from './strict-schema';
import { z } from 'zod';
import { metadataOf, parametersOf, type ObjectSchema } from './tool-declaration';

/** A tool in the form of Anthropic's Messages API. */
export interface AnthropicDeclaration {
  readonly name: string;
  readonly description: string;
  readonly input_schema: ObjectSchema;
  readonly eager_input_streaming?: true;
  readonly defer_loading?: true;
  readonly strict?: true;
  /** Arguments of valid calls, from the schema's `examples`. */
  readonly input_examples?: Record<string, unknown>[];
}

export interface AnthropicDeclarationOptions {
  /** Defer the tool until the provider's own tool search finds it; tools that are always active are still sent at once. */
  readonly deferred?: boolean;
  /**
   * Constrain the model's output to the schema, if the schema allows it. The API accepts only a few such tools in one
   * request.
   */
  readonly strict?: boolean;
}

const ExamplesSchema = z.array(z.record(z.string(), z.unknown()));

/** Omits annotations: the API refuses fields it does not know. */
export function anthropicDeclaration(
  tool: Tool,
  { deferred, strict }: AnthropicDeclarationOptions = {},
): AnthropicDeclaration {
  const { alwaysActive, supportsInputStreaming } = metadataOf(tool) ?? {};
  const { examples, ...input_schema } = parametersOf(tool);
  const input_examples = ExamplesSchema.safeParse(examples).data ?? [];
  return {
    name: tool.name,
    description: tool.description,
    input_schema,
    ...(supportsInputStreaming && { eager_input_streaming: true }),
    ...(deferred && !alwaysActive && { defer_loading: true }),
    ...(input_examples.length > 0 && { input_examples }),
    ...(strict && fitsStrict(input_schema) && { strict: true }),
  };
}
