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

/** The AG-UI message a result travels in, cut to the wire's limits. Its code rides in the metadata too: events have no `error`. */
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

/** What a logged message says, whoever sent it: a foreign client's result has text only. */
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

/** Text, and the images after it where there are some. */
export function messageContent(text: string, content: ToolResult['content']): ToolMessage['content'] {
  const images = (content ?? []).flatMap((part): ContentPart[] =>
    part.type === 'image'
      ? [{ type: 'image', source: { type: 'data', value: part.data, mimeType: part.mimeType } }]
      : [],
  );
  return images.length > 0 ? [{ type: 'text', text }, ...images] : text;
}

const encoder = new TextEncoder();
/** Surely within the limit: a UTF-16 unit is three bytes of UTF-8 at most. */
const isShort = (text: string, limit: number): boolean => 3 * text.length <= limit;
const bytesOf = (text: string): number => encoder.encode(text).length;

/** Keeps head and tail of a text that is over `limit` bytes of UTF-8, and says how much is left out. */
export function cutText(text: string, limit: number): string {
  if (isShort(text, limit)) return text;
  const bytes = encoder.encode(text);
  if (bytes.length <= limit) return text;
  const half = Math.floor((limit - 64) / 2);
  // A character cut in two decodes to U+FFFD at the seam; those are dropped.
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

/** Leaves out what can be missed most easily, until the rest fits. */
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

/** Bytes of JSON, or fewer where it surely fits; endless where a tool returned something JSON cannot hold. */
function sizeOf(metadata: ResultMetadata): number {
  try {
    const text = JSON.stringify(metadata);
    return isShort(text, RESULT_METADATA_LIMIT) ? text.length : bytesOf(text);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
