import type { ContentPart, ToolMessage } from '@ag-ui/core';
import {
  RESULT_METADATA_LIMIT,
  RESULT_TEXT_LIMIT,
  ResultMetadataSchema,
  type Content,
  type ResultMetadata,
  type ToolResult,
} from '@/lib/protocol';

/** A result as the dispatcher settles it. */
export type ResolvedResult = ToolResult & Pick<ResultMetadata, 'timings' | 'truncated' | 'trace'>;

/** Wraps a result in an AG-UI message, cut to wire limits. The error code is also in the metadata: events have no `error`. */
export function toToolMessage(id: string, toolCallId: string, result: ResolvedResult): ToolMessage {
  const { text, content, ...metadata } = result;
  return {
    id,
    role: 'tool',
    toolCallId,
    content: messageContent(cutText(text, RESULT_TEXT_LIMIT), content),
    ...(result.error && { error: result.error }),
    metadata: { toolyard: cutMetadata(metadata) },
  };
}

/** Reads the result from a logged message from any client; other clients' messages have only text. */
export function fromToolMessage(message: ToolMessage): ResolvedResult {
  const text =
    typeof message.content === 'string'
      ? message.content
      : message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n');
  const images = imagesOf(message.content);
  const said = { text, ...(images.length > 0 && { content: images }) };
  const ours = ResultMetadataSchema.safeParse(message.metadata?.toolyard);
  return ours.success ? { ...ours.data, ...said } : { success: message.error === undefined, ...said };
}

const imagesOf = (content: ToolMessage['content']): Content[] =>
  typeof content === 'string'
    ? []
    : content.flatMap((part): Content[] =>
        part.type === 'image' && part.source.type === 'data'
          ? [{ type: 'image', data: part.source.value, mimeType: part.source.mimeType }]
          : [],
      );

/** The text, followed by the images, if any. */
export function messageContent(text: string, content: ToolResult['content']): ToolMessage['content'] {
  const images = (content ?? []).flatMap((part): ContentPart[] =>
    part.type === 'image'
      ? [{ type: 'image', source: { type: 'data', value: part.data, mimeType: part.mimeType } }]
      : [],
  );
  return images.length > 0 ? [{ type: 'text', text }, ...images] : text;
}

const encoder = new TextEncoder();
/** A cheap sufficient test: a UTF-16 unit is at most three bytes of UTF-8. */
const isShort = (text: string, limit: number): boolean => 3 * text.length <= limit;
const bytesOf = (text: string): number => encoder.encode(text).length;

/** Keeps the head and tail of a text longer than `limit` bytes of UTF-8 and says how much is left out. */
export function cutText(text: string, limit: number): string {
  if (isShort(text, limit)) return text;
  const bytes = encoder.encode(text);
  if (bytes.length <= limit) return text;
  const half = Math.floor((limit - 64) / 2);
  // A character cut in half decodes to U+FFFD; drop those at the cut.
  const head = new TextDecoder().decode(bytes.subarray(0, half)).replace(/\uFFFD+$/, '');
  const tail = new TextDecoder().decode(bytes.subarray(bytes.length - half)).replace(/^\uFFFD+/, '');
  return `${head}\n[… ${bytes.length - 2 * half} bytes left out …]\n${tail}`;
}

const SHORTENED: readonly ((metadata: ResultMetadata) => ResultMetadata)[] = [
  (metadata) => ({ ...metadata, details: undefined }),
  (metadata) => ({ ...metadata, structuredContent: undefined }),
  (metadata) =>
    metadata.diff
      ? { ...metadata, diff: { ...metadata.diff, patch: cutText(metadata.diff.patch, RESULT_METADATA_LIMIT / 4) } }
      : metadata,
  (metadata) => ({ ...metadata, issues: metadata.issues?.slice(0, 20) }),
  (metadata) => ({ ...metadata, trace: metadata.trace?.slice(0, 50) }),
];

/** Shortens the least important metadata first until the rest fits. */
function cutMetadata(metadata: ResultMetadata): ResultMetadata {
  let fitting = metadata;
  for (const shorten of SHORTENED) {
    if (sizeOf(fitting) <= RESULT_METADATA_LIMIT) return fitting;
    fitting = shorten(fitting);
  }
  if (sizeOf(fitting) <= RESULT_METADATA_LIMIT) return fitting;
  const { success, error, retryable, timings } = metadata;
  return { success, error, retryable, timings };
}

/** Size in bytes as JSON, possibly underestimated if it certainly fits; Infinity if it cannot be written as JSON. */
function sizeOf(metadata: ResultMetadata): number {
  try {
    const text = JSON.stringify(metadata);
    return isShort(text, RESULT_METADATA_LIMIT) ? text.length : bytesOf(text);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
