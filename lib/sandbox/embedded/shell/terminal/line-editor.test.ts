import { describe, expect, it } from 'vitest';
import { LineEditor } from './line-editor';

/** Types the keys and gives back the submitted lines, and what else happened. */
function type(keys: string[], history: string[] = [], words: string[] = []) {
  const events: string[] = [];
  let screen = '';
  const editor: LineEditor = new LineEditor(
    {
      write: (text) => (screen += text),
      complete: (line) => ({
        replaces: /\S*$/.exec(line)?.[0].length ?? 0,
        words,
        listed: words.map((word) => word.replace(/^.*\//, '')),
      }),
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
    complete: () => ({ replaces: 0, words: [], listed: [] }),
    submit: () => undefined,
    interrupt: () => undefined,
    endOfInput: () => undefined,
  };
  const editor = new LineEditor({ ...quiet, write: (text) => written.push(text) }, []);
  editor.type('echo ä👋 one two\r', () => false);
  expect(written[0]).toBe('echo ä👋 one two');
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
    ['what was cut, put back elsewhere', ['one two\x17\x01\x19 \r'], 'two one '],
    ['cuts one after the other as one', ['one two\x17\x17x\x19\r'], 'xone two'],
    ['a word cut forward', ['one two three', '\x1bb', '\x1bb', '\x1bd', 'X\r'], 'one X three'],
    ['characters swapped', ['typo', LEFT, LEFT, '\x14\r'], 'tpyo'],
    ['the last argument', ['\x1b.\r'], ''],
    ['a character with its marks', ['ae\u0301\x7fb\r'], 'ab'],
    ['what is pasted, with its tabs and lines', ['cat <<E', '\x1b[200~\r\tx\rE', '\x1b[201~', '\r'], 'cat <<E\n\tx\nE'],
    ['no control that is pasted', ['\x1b[200~a\x1b[201~\rb\x1b[8m\x03c\x1b[201~\r'], 'a[201~\nb[8mc'],
    ['Ctrl-C in the middle of what arrives', ['a', '\x1b[200~b', '\x03', 'c\x1b', '\x03', 'd\r'], 'd'],
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

  it.each<[string, string[], string]>([
    ['the newest', ['\x12', 'ec', '\r'], 'echo three'],
    ['an older one', ['\x12', 'ec', '\x12', '\r'], 'echo one'],
    ['and a newer one again', ['\x12', 'ec', '\x12', '\x13', '\r'], 'echo three'],
    ['with less of the text', ['\x12', 'twx\x7f', '\r'], 'ls two'],
    ['and goes on where it is', ['\x12', 'two', RIGHT, '!\r'], 'ls t!wo'],
    ['and gives up', ['draft', '\x12', 'ec', '\x07', '\r'], 'draft'],
  ])('searches the history for %s', (_, keys, expected) => {
    expect(type(keys, ['echo one', 'ls two', 'echo three']).events).toEqual([expected]);
  });

  it('says that the history has no such line', () => {
    expect(type(['\x12', 'zzz'], ['echo one']).screen).toContain("(failed reverse-i-search)`zzz': ");
  });

  it('completes as far as it is certain and lists the rest', () => {
    expect(type(['cat src/ca\t\r'], [], ['src/cart.ts ']).events).toEqual(['cat src/cart.ts ']);
    const { events, screen } = type(['cat src/c\t\t\r'], [], ['src/cart.ts', 'src/cat.ts']);
    expect(events).toEqual(['cat src/ca']);
    expect(screen).toContain('cart.ts  cat.ts');
  });

  it('ends the input only on an empty line', () => {
    expect(type(['a\x04\r', '\x04']).events).toEqual(['a', '<end>']);
  });
});
