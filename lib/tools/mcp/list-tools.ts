import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { ToolSchema, type Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { allPages } from './pages';

/** A tool with an invalid declaration: it is shown but not used. */
export interface BrokenTool {
  readonly name: string;
  readonly fault: string;
}

export interface ListedTools {
  readonly tools: readonly Tool[];
  readonly broken: readonly BrokenTool[];
}

/** The SDK's own schema rejects the whole list because of one invalid tool. */
const PageSchema = z.looseObject({ tools: z.array(z.unknown()), nextCursor: z.string().nullish() });
const NamedSchema = z.looseObject({ name: z.string() });

/** Lists a server's tools. `client.listTools` would also compile output schemas. */
export async function listTools(client: Client): Promise<ListedTools> {
  const listed = await allPages(async (params) => {
    const { tools, nextCursor } = await client.request({ method: 'tools/list', params }, PageSchema);
    return { items: tools, nextCursor };
  });
  const tools: Tool[] = [];
  const broken: BrokenTool[] = [];
  for (const [index, item] of listed.entries()) {
    const form = ToolSchema.safeParse(item);
    if (form.success) tools.push(form.data);
    else
      broken.push({ name: NamedSchema.safeParse(item).data?.name ?? `tool ${index + 1}`, fault: faultOf(form.error) });
  }
  return { tools, broken };
}

function faultOf({ issues: [issue] }: z.core.$ZodError): string {
  return `Its form is none: ${issue?.path.join('.') || 'the tool'}: ${issue?.message ?? 'it does not fit'}.`;
}
