import type { JsonSchema } from '@/lib/schema';
import { mayFollow } from './arguments';
import type { Cursor } from './cursor';
import type { Block, Stream } from './grammar';

/** The tags around the values of a call, which no syntax here can escape in a value. */
export interface ValueTags {
  readonly closer: string;
  /** What the tag of the next field begins with, and what it ends with. */
  readonly next: readonly [begin: string, end: string];
  /** The name of a field from what its tag holds between these. */
  nameIn(tag: string): string;
  /** The closing tag of what the fields stand in. */
  readonly within: string;
}

/** What is known of a value before it is read. */
export interface ValueField {
  /** The schema of the tool. */
  readonly schema: JsonSchema | undefined;
  /** The fields of the call so far, with this one. */
  readonly given: ReadonlySet<string>;
  /** Whether it is to be a JSON object or list: its end is not looked for inside a string of it. */
  readonly json: boolean;
}

/** Characters in the tag of a field. */
const MOST_TAG = 256;

/**
 * Reads a value to behind its closing tag. A closing tag that neither the next field nor the end of the call follows is a part
 * of the value, as long as the value does not leave the call. Models leave closing tags out: a value ends, too, before the next
 * field, and before the end of the call where the stream ends with that.
 */
export function* readValue({ cursor, stream }: Block, tags: ValueTags, field: ValueField): Generator<void, string> {
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

/** A value that the stream ended in: whole where the end of its call is all that follows, or else never. */
function* lastValue(cursor: Cursor, text: string, within: string): Generator<void, string> {
  const at = text.indexOf(within);
  const whole = at !== -1 && /^(?:\s*<\/[^<>\s]+>)*\s*$/.test(text.slice(at + within.length));
  while (!whole) yield;
  cursor.unread(text.slice(at));
  return withoutLineEnd(text.slice(0, at));
}

/** Without the line end before a tag that stands where the closing one was left out. */
const withoutLineEnd = (text: string): string => text.replace(/\r?\n$/, '');
