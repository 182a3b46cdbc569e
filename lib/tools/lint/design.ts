import type { Annotations } from '@/lib/protocol';
import { isObject, type JsonSchema } from '@/lib/schema/json-schema';
import { toJsonSchema } from '@/lib/schema';
import type { AnyTool } from '../tool';

/** A tool as its author designed it, in MCP's form. Findings point into this. */
export interface ToolDesign {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: Partial<Annotations>;
  /** Who offers it. Within one offer, names should share a style; overlap is checked across all. */
  readonly offeredBy?: string;
  /** Recorded calls of it. Rules about behaviour check these and find nothing without them. */
  readonly calls?: readonly ObservedCall[];
}

/** The outcome of one call. */
export interface ObservedCall {
  readonly success: boolean;
  /** What the model was told. */
  readonly text: string;
  /** The error code beside the text. */
  readonly code?: string;
  readonly structuredContent?: unknown;
  /** What the call changed: paths, or other names of things. */
  readonly changed?: readonly string[];
}

/** Converts one of our tools to a design. */
export const designOf = (tool: AnyTool): ToolDesign => ({
  name: tool.name,
  title: tool.title,
  description: tool.description,
  inputSchema: toJsonSchema(tool.input),
  ...(tool.output && { outputSchema: toJsonSchema(tool.output) }),
  annotations: tool.annotations,
  offeredBy: tool.source,
});

export { isObject, type JsonSchema };
