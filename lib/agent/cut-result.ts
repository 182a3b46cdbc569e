import type { ContentPart, Metadata, ToolMessage } from '@ag-ui/core';
import { RESULT_METADATA_LIMIT, RESULT_TEXT_LIMIT } from '@/lib/protocol';

/** Longest base64 text of one image or file in a result, in characters. */
const MEDIA_LIMIT = 2 * 1024 * 1024;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** A tool message cut to the limits of the log, with its error code moved to where a `TOOL_CALL_RESULT` can carry it. */
export function cutResult(message: ToolMessage): ToolMessage {
  const { metadata: whole, ...rest } = message;
  const metadata = cutMetadata(withError(message, whole));
  return { ...rest, content: cutContent(message.content), ...(metadata && { metadata }) };
}

/** Text of at most `limit` bytes of UTF-8; if it was cut, the last line says how much is missing. */
export function cutForLog(text: string, limit: number): string {
  if (isShort(text, limit)) return text;
  const bytes = encoder.encode(text);
  if (bytes.length <= limit) return text;
  const note = (left: number): string => `\n[${left} bytes left out: the result was over ${limit} bytes]`;
  const room = Math.max(0, limit - encoder.encode(note(bytes.length)).length);
  // A character cut in half decodes to U+FFFD, which is removed too.
  const head = decoder.decode(bytes.subarray(0, room)).replace(/\uFFFD+$/, '');
  return head + note(bytes.length - encoder.encode(head).length);
}

function cutContent(content: ToolMessage['content']): ToolMessage['content'] {
  if (typeof content === 'string') return cutForLog(content, RESULT_TEXT_LIMIT);
  let room = RESULT_TEXT_LIMIT;
  return content.map((part): ContentPart => {
    if (part.type === 'text') {
      const text = cutForLog(part.text, room);
      room = Math.max(0, room - encoder.encode(text).length);
      return { ...part, text };
    }
    const { source } = part;
    if (source.type !== 'data' || source.value.length <= MEDIA_LIMIT) return part;
    return { type: 'text', text: `[${part.type} left out: ${source.value.length} characters]` };
  });
}

function withError({ error }: ToolMessage, metadata: Metadata | undefined): Metadata | undefined {
  if (error === undefined) return metadata;
  const ours: unknown = metadata?.toolyard;
  return { ...metadata, toolyard: { ...(typeof ours === 'object' ? ours : {}), success: false, error } };
}

/** Keeps as much as fits and drops the least important fields first. */
function cutMetadata(metadata: Metadata | undefined): Metadata | undefined {
  if (!metadata || fits(metadata)) return metadata;
  const { toolyard } = metadata;
  if (typeof toolyard !== 'object' || toolyard === null) return undefined;
  const kept: Record<string, unknown> = { ...toolyard };
  for (const key of ['details', 'structuredContent', 'diff', 'issues', 'denial']) {
    delete kept[key];
    if (fits({ toolyard: kept })) return { toolyard: kept };
  }
  const { success, error } = kept;
  return fits({ success, error }) ? { toolyard: { success, error } } : undefined;
}

/** A UTF-16 unit takes at most three bytes of UTF-8. */
const isShort = (text: string, limit: number): boolean => 3 * text.length <= limit;

function fits(value: unknown): boolean {
  const text = JSON.stringify(value);
  return isShort(text, RESULT_METADATA_LIMIT) || encoder.encode(text).length <= RESULT_METADATA_LIMIT;
}
