import type { Tool } from '@ag-ui/core';
import { ToolMetadataSchema, type ToolMetadata } from '@/lib/protocol';
import { z } from 'zod';

/** A JSON Schema of an object, the form that all providers require. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

const ObjectSchemaSchema = z.looseObject({ type: z.literal('object') });
const MetadataSchema = z.looseObject({ toolyard: ToolMetadataSchema });

/** A tool's parameters; a foreign tool without a usable schema takes any object. */
export function parametersOf({ parameters }: Tool): ObjectSchema {
  const schema = ObjectSchemaSchema.safeParse(parameters);
  return schema.success ? schema.data : { type: 'object' };
}

/** Toolyard's metadata of a tool; a foreign client's tool has none. */
export function metadataOf({ metadata }: Tool): ToolMetadata | undefined {
  const parsed = MetadataSchema.safeParse(metadata);
  return parsed.success ? parsed.data.toolyard : undefined;
}

/** A tool as sent to the agent loop; it suits any AG-UI agent. */
export const aguiDeclaration = ({ name, description, parameters, metadata }: Tool): Tool => ({
  name,
  description,
  parameters,
  ...(metadata !== undefined && { metadata }),
});
