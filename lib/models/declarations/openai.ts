import type { Tool } from '@ag-ui/core';
import { fitsStrict } from './strict-schema';
import { parametersOf, type ObjectSchema } from './tool-declaration';

/** A tool in the form of OpenAI's Chat Completions. */
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
  /** Constrain the model's output to the schema, if the schema allows it: the API refuses others. */
  readonly strict?: boolean;
}

/** Omits annotations: functions have none. */
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
