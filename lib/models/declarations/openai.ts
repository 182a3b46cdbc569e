import type { Tool } from '@ag-ui/core';
import { fitsStrict } from './strict-schema';
import { parametersOf, type ObjectSchema } from './tool-declaration';

/** A tool as OpenAI's chat completions take it. */
export interface OpenaiDeclaration {
  readonly type: 'function';
  readonly function: {
    readonly name: string;
    readonly description: string;
    readonly parameters: ObjectSchema;
    readonly strict?: true;
  };
}

export interface OpenaiDeclarationOptions {
  /** Hold the model to the schema while it writes, where the schema allows that: the API refuses the others. */
  readonly strict?: boolean;
}

/** Annotations are left out: a function has none. */
export function openaiDeclaration(tool: Tool, { strict }: OpenaiDeclarationOptions = {}): OpenaiDeclaration {
  const parameters = parametersOf(tool);
  return {
    type: 'function',
    function: {
      name: tool.name,
      description: tool.description,
      parameters,
      ...(strict && fitsStrict(parameters) && { strict: true }),
    },
  };
}
