import type { Tool } from '@ag-ui/core';
import { fitsStrict } from './strict-schema';
import { metadataOf, parametersOf, type ObjectSchema } from './tool-form';

/** A tool as Anthropic's Messages API takes it. */
export interface AnthropicForm {
  readonly name: string;
  readonly description: string;
  readonly input_schema: ObjectSchema;
  readonly eager_input_streaming?: true;
  readonly defer_loading?: true;
  readonly strict?: true;
}

export interface AnthropicFormOptions {
  /** The provider keeps the form back until its own tool search finds it; what is always active is sent at once all the same. */
  readonly deferred?: boolean;
  /** Hold the model to the schema while it writes, where the schema allows that. The API takes few such tools at once. */
  readonly strict?: boolean;
}

/** Annotations are left out: the API refuses fields it does not know. */
export function anthropicForm(tool: Tool, { deferred, strict }: AnthropicFormOptions = {}): AnthropicForm {
  const { alwaysActive, supportsInputStreaming } = metadataOf(tool) ?? {};
  const input_schema = parametersOf(tool);
  return {
    name: tool.name,
    description: tool.description,
    input_schema,
    ...(supportsInputStreaming && { eager_input_streaming: true }),
    ...(deferred && !alwaysActive && { defer_loading: true }),
    ...(strict && fitsStrict(input_schema) && { strict: true }),
  };
}
