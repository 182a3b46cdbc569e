import {
  isRetryable,
  type ErrorCode,
  type ToolResult,
  type Language,
  RESULT_METADATA_LIMIT,
  RESULT_TEXT_LIMIT,
  ResultMetadataSchema,
  type Content,
  type ResultMetadata,
  type Timings,
  codeOf,
} from '@/lib/protocol';
import type { ContentPart, ToolMessage } from '@ag-ui/core';
import { utf8Head, isShort, tooLongUtf8, utf8Length } from '@/lib/protocol/text';

/** A tool call as the model wrote it. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** JSON text of the arguments. */
  readonly args: string;
}

/** A result with what the pipeline adds to it. */
export interface CallResult extends ToolResult {
  truncated?: ResultMetadata['truncated'];
  trace?: ResultMetadata['trace'];
}

/** How a call ended. */
export type FinalPhase = 'invalid' | 'succeeded' | 'failed' | 'denied' | 'aborted';

/** What a call goes through once its arguments are complete. */
export type DispatchPhase = 'awaiting-approval' | 'running' | FinalPhase;

/** A call and its one result. */
export interface ResolvedCall {
  readonly callId: string;
  readonly phase: FinalPhase;
  readonly result: CallResult;
  readonly timings: Timings;
}

/** The part of a resolved call that travels in `ToolMessage.metadata.toolyard`. */
export function toResultMetadata({ result, timings }: ResolvedCall): ResultMetadata {
  const { text: _text, content: _content, ...metadata } = result;
  return { ...metadata, timings };
}

const PHASES: Partial<Record<ErrorCode, FinalPhase>> = {
  TOOL_NOT_FOUND: 'invalid',
  INVALID_JSON: 'invalid',
  PARTIAL_JSON: 'invalid',
  INVALID_ARGS: 'invalid',
  GATE_DENIED: 'denied',
  BLACKLIST_DENIED: 'denied',
  HOOK_BLOCKED: 'denied',
  ABORTED: 'aborted',
};

/** The final phase of a call, from its result. */
export function finalPhase({ success, error }: ToolResult): FinalPhase {
  if (success) return 'succeeded';
  return (error && PHASES[codeOf(error)]) ?? 'failed';
}

/** A message: in English only, or in each language. */
type Told = string | Readonly<Record<Language, string>>;

/** Why a call was cut off: the `signal.reason` of a tool's context. */
export class AbortReason extends Error {
  override name = 'AbortReason';
  readonly #told: Told;

  constructor(
    readonly kind: 'stopped' | 'superseded' | 'timeout',
    told: Told,
  ) {
    super(typeof told === 'string' ? told : told.en);
    this.#told = told;
  }

  /** The same reason in the given language, if a translation exists. */
  in(language: Language): AbortReason {
    return typeof this.#told === 'string' ? this : new AbortReason(this.kind, this.#told[language]);
  }
}

const STOPPED = new AbortReason('stopped', { en: 'The call was stopped.', zh: '此调用已被停止。' });

/** The reason of an aborted signal in the given language; any reason that is not an `AbortReason` counts as a stop. */
export function abortReasonOf(signal: AbortSignal, language: Language = 'en'): AbortReason {
  const reason: unknown = signal.reason;
  return (reason instanceof AbortReason ? reason : STOPPED).in(language);
}

/** Either a value or a failed result that says why there is none. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: ToolResult };

export const ok = <T>(value: T): Outcome<T> => ({ ok: true, value });

/** Optional fields of a failed result besides its code and text. */
export type FailureExtras = Omit<ToolResult, 'success' | 'text' | 'error' | 'retryable'>;

/** A failed result. `text` tells the model what is wrong and what to do next. */
export function failure(error: ErrorCode, text: string, extras: FailureExtras = {}): ToolResult {
  return { success: false, error, text, retryable: isRetryable(error), ...extras };
}

export const failed = (error: ErrorCode, text: string, extras?: FailureExtras): { ok: false; failure: ToolResult } => ({
  ok: false,
  failure: failure(error, text, extras),
});

/** The result of a call that was cut off, including its output so far. */
export function abortedResult(reason: AbortReason, soFar = ''): ToolResult {
  const text = soFar === '' ? reason.message : `${soFar}\n${reason.message}`;
  return reason.kind === 'timeout' ? failure('TIMEOUT', text) : failure('ABORTED', text);
}

/** A result as the dispatcher returns it. */
export type ResolvedResult = CallResult & Pick<ResultMetadata, 'timings'>;

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

/** Typed content as text: its texts one per line, with a placeholder for anything that is not text. */
export function contentText(content: readonly Content[]): string {
  return content.map(wordsFor).join('\n');
}

function wordsFor(part: Content): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
      return `[image, ${part.mimeType}]`;
    case 'resource':
      return part.text === undefined ? `[resource ${part.uri}]` : `${part.uri}:\n${part.text}`;
  }
}

/** Keeps the head and tail of a text longer than `limit` bytes of UTF-8 and says how much is left out. */
export function cutText(text: string, limit: number): string {
  const bytes = tooLongUtf8(text, limit);
  if (!bytes) return text;
  const half = Math.floor((limit - 64) / 2);
  const head = utf8Head(bytes, half);
  // At the beginning, a character cut in half decodes to U+FFFD.
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
    return isShort(text, RESULT_METADATA_LIMIT) ? text.length : utf8Length(text);
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
/** Settles like `pending`, or rejects with the signal's reason as soon as the signal aborts. */
export async function untilAborted<T>(pending: T, signal: AbortSignal): Promise<Awaited<T>> {
  let leave = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    leave = () => reject(signal.reason);
  });
  if (signal.aborted) leave();
  else signal.addEventListener('abort', leave, { once: true });
  try {
    return await Promise.race([aborted, pending]);
  } finally {
    signal.removeEventListener('abort', leave);
  }
}
