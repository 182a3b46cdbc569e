import type { Annotations } from '@/lib/protocol';
import { isObject, type JsonSchema } from '@/lib/schema/json-schema';
import { toJsonSchema } from '@/lib/schema';
import type { AnyTool } from '../tool';

/** A tool as its author designed it, in MCP's form. What lint says of it points into this. */
export interface ToolDesign {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
  readonly annotations?: Partial<Annotations>;
  /** Who offers it. Names are to be of one style within one offer; overlap is looked for among all. */
  readonly offeredBy?: string;
  /** Calls that were made of it. Rules about behaviour judge these, and nothing where there are none. */
  readonly calls?: readonly ObservedCall[];
}

/** What came of one call. */
export interface ObservedCall {
  readonly success: boolean;
  /** What the model was told. */
  readonly text: string;
  /** The error code that came beside the text. */
  readonly code?: string;
  readonly structuredContent?: unknown;
  /** What the call changed: paths, or other names of things. */
  readonly changed?: readonly string[];
}

/** The design of one of our tools. */
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
