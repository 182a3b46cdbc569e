import type { Marker } from '../../elements/monaco';
import { textOf } from '../../messages/text';
import type { TextCallParser } from '@/lib/models/dialects';
import { positionAt } from '@/lib/schema/locate';

interface CallRange {
  name: string;
  from: number;
  to: number;
}

/** Where a text contains calls, as the parser reads it: whatever does not become text for people is part of a call. */
function callRanges(text: string, parser: TextCallParser): CallRange[] {
  const ranges: CallRange[] = [];
  let said = 0;
  let inCalls = 0;
  const take = ({ text: more, calls }: ReturnType<TextCallParser['push']>, to: number): void => {
    said += more.length;
    if (calls.length === 0) return;
    const from = said + inCalls;
    ranges.push({ name: calls.map(({ name }) => name).join(', '), from, to });
    inCalls += to - from;
  };
  for (let at = 0; at < text.length; at += 1) take(parser.push(text.charAt(at)), at + 1);
  take(parser.end(), text.length);
  return ranges;
}

/** A marker on each call found in a text. */
export const callMarks = (text: string, parser: TextCallParser): Marker[] =>
  callRanges(text, parser).map(({ name, from, to }) => {
    const [start, end] = [positionAt(text, from), positionAt(text, to)];
    return {
      line: start.line,
      column: start.column,
      endLine: end.line,
      endColumn: end.column,
      message: textOf('requests')('readAs', { name }),
      level: 'info',
    };
  });
