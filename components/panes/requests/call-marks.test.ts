import { createAnyParser, dialects } from '@/lib/models/dialects';
import { describe, expect, it } from 'vitest';
import { callMarks } from './call-marks';

const read = { name: 'Read', arguments: { file_path: 'a.ts' } };
const edit = { name: 'Edit', arguments: { file_path: 'b.ts', lines: 3 } };

describe('callMarks', () => {
  it.each(Object.values(dialects))('$name: every call from its first character to its last', (dialect) => {
    const [first, second] = [dialect.formatCall(read), dialect.formatCall(edit)];
    const text = `I look, 😀.\n\n${first}\n\nAnd then:\n${second}`;
    const lines = text.split('\n');
    const marks = callMarks(text, dialect.createParser());
    expect(marks.map(({ message }) => message)).toEqual(['Read as a call of Read.', 'Read as a call of Edit.']);
    expect(marks.map(({ line, column }) => lines[line - 1]?.slice(column - 1))).toEqual([
      first.split('\n')[0],
      second.split('\n')[0],
    ]);
    expect(marks.map(({ endLine, endColumn }) => [endLine, endColumn])).toEqual(
      [first, second].map((call) => {
        const before = text.slice(0, text.indexOf(call) + call.length).split('\n');
        return [before.length, (before.at(-1)?.length ?? 0) + 1];
      }),
    );
  });

  it('marks nothing in a text without calls, nor what stands in a fence', () => {
    expect(callMarks('Hello.', createAnyParser())).toEqual([]);
    const fenced = '```\n' + dialects.xml.formatCall(read) + '\n```\n';
    expect(callMarks(fenced, dialects.xml.createParser())).toEqual([]);
  });
});
