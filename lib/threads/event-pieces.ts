import { EventType, type AGUIEvent } from '@ag-ui/core';

/** About how long a piece is, in characters. */
const PIECE = 128_000;

type Snapshot = Extract<AGUIEvent, { type: 'MESSAGES_SNAPSHOT' }>;
type Other = { type: Exclude<EventType, EventType.MESSAGES_SNAPSHOT> };

/**
 * The JSON of an event in pieces, so that other work can run between them: a history is serialized message by message, and
 * nothing else takes long.
 */
export function* jsonPieces(event: Snapshot | Other): Generator<string, undefined> {
  if (event.type !== EventType.MESSAGES_SNAPSHOT) {
    yield* cut(JSON.stringify(event));
    return;
  }
  const { messages, ...rest } = event;
  let piece = `${JSON.stringify(rest).slice(0, -1)},"messages":[`;
  for (const [index, message] of messages.entries()) {
    if (piece.length >= PIECE) {
      yield* cut(piece);
      piece = '';
    }
    piece += `${index === 0 ? '' : ','}${JSON.stringify(message)}`;
  }
  yield* cut(`${piece}]}`);
}

/** Cuts between characters: half of one cannot be encoded. */
function* cut(text: string): Generator<string, undefined> {
  let from = 0;
  while (text.length - from > 2 * PIECE) {
    const to = from + PIECE + (isHead(text.charCodeAt(from + PIECE - 1)) ? 1 : 0);
    yield text.slice(from, to);
    from = to;
  }
  yield text.slice(from);
}

/** Whether a UTF-16 unit is the first of two. */
const isHead = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;
