import type { Tool } from '@ag-ui/core';
import { fitsStrict } from './strict-schema';
import { z } from 'zod';
import { metadataOf, parametersOf, type ObjectSchema } from './tool-declaration';

/** A tool as Anthropic's Messages API takes it. */
export interface AnthropicDeclaration {
  readonly name: string;
  readonly description: string;
  readonly input_schema: ObjectSchema;
  readonly eager_input_streaming?: true;
  readonly defer_loading?: true;
  readonly strict?: true;
  /** Arguments of good calls: the `examples` of the schema. */
  readonly input_examples?: Record<string, unknown>[];
}

export interface AnthropicDeclarationOptions {
  /** The provider keeps the form back until its own tool search finds it; what is always active is sent at once all the same. */
  readonly deferred?: boolean;
  /** Hold the model to the schema while it writes, where the schema allows that. The API takes few such tools at once. */
  readonly strict?: boolean;
}

const ExamplesSchema = z.array(z.record(z.string(), z.unknown()));

/** Annotations are left out: the API refuses fields it does not know. */
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
