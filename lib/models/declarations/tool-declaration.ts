import type { Tool } from '@ag-ui/core';
import { ToolMetadataSchema, type ToolMetadata } from '@/lib/protocol';
import { z } from 'zod';

/** A JSON Schema of an object, as every provider wants one. */
export interface ObjectSchema {
  readonly type: 'object';
  readonly [keyword: string]: unknown;
}

const ObjectSchemaSchema = z.looseObject({ type: z.literal('object') });
const MetadataSchema = z.looseObject({ toolyard: ToolMetadataSchema });

/** What a tool takes; a foreign tool without a usable schema takes any object. */
export function parametersOf({ parameters }: Tool): ObjectSchema {
  const schema = ObjectSchemaSchema.safeParse(parameters);
  return schema.success ? schema.data : { type: 'object' };
}

/** What we know of a tool beyond its form; a foreign client's tool has none. */
export function metadataOf({ metadata }: Tool): ToolMetadata | undefined {
  const parsed = MetadataSchema.safeParse(metadata);
  return parsed.success ? parsed.data.toolyard : undefined;
}
