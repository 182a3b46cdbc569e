import { isRetryable, type Content, type ToolResult } from '@/lib/protocol';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { contentText } from '../result';

type Part = CallToolResult['content'][number];

/** Converts an MCP tool's result to ours. */
export function toToolResult({ content, structuredContent, isError = false }: CallToolResult): ToolResult {
  const parts = content.map(partOf);
  const structure = structuredContent === undefined ? '' : JSON.stringify(structuredContent, null, 2);
  const text = contentText(parts) || structure || 'It answered nothing.';
  if (isError) return { success: false, error: 'EXECUTION_ERROR', text, retryable: isRetryable('EXECUTION_ERROR') };
  return {
    success: true,
    text,
    ...(parts.some(({ type }) => type !== 'text') && { content: parts }),
    ...(structuredContent !== undefined && { structuredContent }),
  };
}

function partOf(part: Part): Content {
  switch (part.type) {
    case 'text':
      return { type: 'text', text: part.text };
    case 'image':
      return { type: 'image', data: part.data, mimeType: part.mimeType };
    case 'resource_link':
      return { type: 'resource', uri: part.uri, name: part.name, ...mime(part.mimeType) };
    case 'resource': {
      const { uri, mimeType } = part.resource;
      return { type: 'resource', uri, ...mime(mimeType), ...('text' in part.resource && { text: part.resource.text }) };
    }
    case 'audio':
      return { type: 'text', text: `(Sound of type ${part.mimeType}, which cannot be shown here.)` };
  }
}

const mime = (mimeType: string | undefined): { mimeType?: string } => (mimeType === undefined ? {} : { mimeType });
