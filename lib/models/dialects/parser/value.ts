import type { JsonSchema } from '@/lib/schema';
import { mayFollow } from './arguments';
import type { Cursor } from './cursor';
import type { CallBlock, Stream } from './grammar';

/** The tags around the values of a call; no syntax here can escape them within a value. */
export interface ValueTags {
  readonly closer: string;
  /** The beginning and end of the next field's tag. */
  readonly next: readonly [begin: string, end: string];
  /** The field's name, from the text between these. */
  nameIn(tag: string): string;
  /** The closing tag of the element that holds the fields. */
  readonly within: string;
}

/** What is known of a field before its value is read. */
interface ValueField {
  /** The tool's schema. */
  readonly schema: JsonSchema | undefined;
  /** Fields of the call so far, including this one. */
  readonly given: ReadonlySet<string>;
  /** Whether it should be a JSON object or list: closing tags within its strings are then ignored. */
  readonly json: boolean;
}

/** Most characters in the tag of a field. */
const MOST_TAG = 256;

/**
 * Reads a value and its closing tag. A closing tag that is not followed by the next field or the end of the call is part of
 * the value, as long as the value does not leave the call. Models leave closing tags out: a value also ends before the next
 * field, and before the end of the call if the stream ends there.
 */
export function* readValue({ cursor, stream }: CallBlock, tags: ValueTags, field: ValueField): Generator<void, string> {
  const { closer, next, nameIn, within } = tags;
  const [begin, end] = next;
  const parts = field.json && !stream.brokenJson ? [yield* jsonOrNothing(cursor, stream)] : [];
  let markers = [closer, begin];
  for (;;) {
    parts.push(yield* cursor.upTo(...markers));
    if (cursor.spent) return yield* lastValue(cursor, parts.join(''), within);
    if (yield* cursor.oneOf(closer)) {
      const gap = yield* cursor.gap();
      if (yield* cursor.at(begin, within)) return parts.join('');
      parts.push(closer, gap);
      markers = [closer, begin, within];
    } else if (yield* cursor.at(begin)) {
      const tag = yield* cursor.inside(begin, end, MOST_TAG);
      const before = parts.findLast((part) => part !== '') ?? '\n';
      const follows = tag !== undefined && mayFollow(field.schema, field.given, nameIn(tag), before.endsWith('\n'));
      if (follows) return withoutLineEnd(parts.join(''));
      parts.push((yield* cursor.oneOf(begin)) ?? '');
    } else cursor.issue(`${begin} or ${within} was expected behind ${closer}`);
  }
}

function* jsonOrNothing(cursor: Cursor, stream: Stream): Generator<void, string> {
  const gap = yield* cursor.gap();
  if (!/[[{]/.test(yield* cursor.peek())) return gap;
  const { text, closed } = yield* cursor.brackets();
  if (closed) return gap + text;
  stream.brokenJson = true;
  cursor.unread(text);
  return gap;
}

/** A value in which the stream ended: complete if only the end of its call follows, otherwise never. */
function* lastValue(cursor: Cursor, text: string, within: string): Generator<void, string> {
  const at = text.indexOf(within);
  const whole = at !== -1 && /^(?:\s*<\/[^<>\s]+>)*\s*$/.test(text.slice(at + within.length));
  while (!whole) yield;
  cursor.unread(text.slice(at));
  return withoutLineEnd(text.slice(0, at));
}

/** Removes the line break before a tag where the closing tag was left out. */
const withoutLineEnd = (text: string): string => text.replace(/\r?\n$/, '');
