import { describe, expect, it } from 'vitest';
import { LineEditor } from './line-editor';

/** Types the keys and gives back the submitted lines, and what else happened. */
function type(keys: string[], history: string[] = [], words: string[] = []) {
  const events: string[] = [];
  let screen = '';
  const editor: LineEditor = new LineEditor(
    {
      write: (text) => (screen += text),
      complete: () => words,
      submit: (line) => {
        events.push(line);
        editor.begin('$ ');
      },
      interrupt: () => events.push('<interrupt>'),
      endOfInput: () => events.push('<end>'),
    },
    [...history],
  );
  editor.begin('$ ');
  for (const key of keys) editor.type(key, () => false);
  return { events, screen, history: editor.history };
}

it('takes what is pasted in one piece', () => {
  const written: string[] = [];
  const quiet = {
    complete: () => [],
    submit: () => undefined,
    interrupt: () => undefined,
    endOfInput: () => undefined,
  };
  const editor = new LineEditor({ ...quiet, write: (text) => written.push(text) }, []);
  editor.type('echo ä👋 one two\r', () => false);
  expect(written).toEqual(['echo ä👋 one two', '\r\n']);
});

const [LEFT, RIGHT, UP, DOWN, HOME, END, DELETE] = [
  '\x1b[D',
  '\x1b[C',
  '\x1b[A',
  '\x1b[B',
  '\x1b[H',
  '\x1b[F',
  '\x1b[3~',
];

describe('LineEditor', () => {
  it.each<[string, string[], string]>([
    ['plain text', ['echo hi\r'], 'echo hi'],
    ['wide characters whole', ['grüße 👋\r'], 'grüße 👋'],
    ['insertion in the middle', ['ac', LEFT, 'b\r'], 'abc'],
    ['backspace', ['abx\x7fc\r'], 'abc'],
    ['delete under the cursor', ['abxc', LEFT, LEFT, DELETE, '\r'], 'abc'],
    ['start and end of line', ['b', HOME, 'a', END, 'c\r'], 'abc'],
    ['Ctrl-A and Ctrl-E', ['b\x01a\x05c\r'], 'abc'],
    ['Ctrl-U', ['gone\x15kept\r'], 'kept'],
    ['Ctrl-K', ['kept gone', ...Array(5).fill(LEFT), '\x0b\r'], 'kept'],
    ['Ctrl-W', ['one two  \x17three\r'], 'one three'],
    ['Ctrl-C drops the line', ['bad\x03good\r'], 'good'],
    ['a cursor that stays in the line', [LEFT, 'a', RIGHT, RIGHT, 'b\r'], 'ab'],
    ['a sequence that comes in parts', ['ac', '\x1b', '[', 'D', 'b\r'], 'abc'],
    ['unknown sequences passed over', ['a\x1b[15~b\r'], 'ab'],
    ['word moves', ['one two', '\x1bb', 'x\r'], 'one xtwo'],
  ])('takes %s', (_, keys, expected) => {
    expect(type(keys).events.at(-1)).toBe(expected);
  });

  it.each<[string, string[], string]>([
    ['the last line', [UP], 'two'],
    ['an older one', [UP, UP], 'one'],
    ['no more than there is', [UP, UP, UP], 'one'],
    ['and back to the draft', ['dra', UP, DOWN, 'ft'], 'draft'],
  ])('recalls %s', (_, keys, expected) => {
    expect(type([...keys, '\r'], ['one', 'two']).events).toEqual([expected]);
  });

  it('remembers lines once and without the empty', () => {
    expect(type(['a\r', 'a\r', '  \r', 'b\r']).history).toEqual(['a', 'b']);
  });

  it('completes as far as it is certain and lists the rest', () => {
    expect(type(['cat src/ca\t\r'], [], ['src/cart.ts']).events).toEqual(['cat src/cart.ts ']);
    const { events, screen } = type(['cat src/c\t\t\r'], [], ['src/cart.ts', 'src/cat.ts']);
    expect(events).toEqual(['cat src/ca']);
    expect(screen).toContain('cart.ts  cat.ts');
  });

  it('ends the input only on an empty line', () => {
    expect(type(['a\x04\r', '\x04']).events).toEqual(['a', '<end>']);
  });
});
