import { parseAnyJson, type Cassette, type FoldedCall, type ThreadState } from '@/lib/protocol';
import { recordedText } from './record';

/** One side of a divergence: a call and its result. */
export interface ReplaySide {
  readonly call: string;
  readonly args: string;
  readonly error?: string;
  readonly text?: string;
}

/** The first point where a replay differs from the recording. */
export interface Divergence {
  readonly what: 'call' | 'result';
  readonly callId: string;
  /** The id of the message with the call. */
  readonly messageId: string;
  readonly recorded: ReplaySide;
  readonly replayed: ReplaySide;
}

interface RecordedCall {
  name: string;
  args: string;
  result?: { text: string; error?: string };
}

/** The calls of a cassette in order, each with its result if it has one. */
export function recordedCalls({ entries }: Cassette): RecordedCall[] {
  const calls = new Map<string, RecordedCall>();
  for (const entry of entries) {
    if (entry.kind === 'result') {
      const call = calls.get(entry.callId);
      if (call) call.result = { text: entry.text, ...(entry.error !== undefined && { error: entry.error }) };
    } else if (entry.kind === 'turn') {
      for (const piece of entry.pieces) {
        if (piece.type === 'call-start') calls.set(piece.id, { name: piece.name, args: '' });
        const call = piece.type === 'call-args' ? calls.get(piece.id) : undefined;
        if (call && piece.type === 'call-args') call.args += piece.delta;
      }
    }
  }
  return [...calls.values()];
}

/** The first call or result of the thread that differs from the cassette. What has not been replayed yet does not count. */
export function divergenceOf(
  cassette: Cassette,
  { callOrder, calls }: Pick<ThreadState, 'callOrder' | 'calls'>,
): Divergence | undefined {
  for (const [index, recorded] of recordedCalls(cassette).entries()) {
    const id = callOrder[index];
    const call = id === undefined ? undefined : calls[id];
    if (!call?.complete) return undefined;
    const what = differs(recorded, call);
    if (what) {
      return {
        what,
        callId: call.id,
        messageId: call.messageId,
        recorded: recordedSide(recorded),
        replayed: sideOf(call),
      };
    }
  }
  return undefined;
}

function differs(recorded: RecordedCall, call: FoldedCall): Divergence['what'] | undefined {
  if (recorded.name !== call.name || canonical(recorded.args) !== canonical(call.args)) return 'call';
  const { result } = recorded;
  if (!result || !call.result) return undefined;
  const { error, text = '' } = sideOf(call);
  return result.error === error && normalize(result.text) === normalize(text) ? undefined : 'result';
}

function canonical(args: string): string {
  const parsed = parseAnyJson(args.trim() === '' ? '{}' : args);
  return parsed.ok ? JSON.stringify(parsed.value) : args;
}

const recordedSide = ({ name, args, result }: RecordedCall): ReplaySide => ({ call: name, args, ...result });

function sideOf({ name, args, result }: FoldedCall): ReplaySide {
  return {
    call: name,
    args,
    ...(result && { text: recordedText(result.content) }),
    ...(result?.error !== undefined && { error: result.error }),
  };
}

/** Text that differs in every run without meaning anything: durations, times, random ids, process ids in warnings, and commit ids, which depend on the time. */
const UNSTEADY: readonly RegExp[] = [
  /\b\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?Z?/g,
  /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/gi,
  /\b(?=\d*[a-f])(?=[a-f]*\d)([\da-f]{7,12}|[\da-f]{40})\b/g,
  /(?<=\(node:)\d+(?=\))/g,
  /\bduration_ms:?\s+[\d.]+/g,
  /\b\d+(\.\d+)?\s?(ms|µs|s|seconds?|milliseconds?)\b/g,
];

/** Replaces whatever differs in every run. */
export const normalize = (text: string): string => UNSTEADY.reduce((same, shape) => same.replaceAll(shape, '…'), text);
