import { asBoolean } from '../../store/config';
import type { Context } from '../setup/context';

/** In the order in which git writes them. */
const ATTRIBUTES: Readonly<Record<string, number>> = {
  bold: 1,
  dim: 2,
  italic: 3,
  ul: 4,
  blink: 5,
  reverse: 7,
  strike: 9,
};
const COLORS = ['black', 'red', 'green', 'yellow', 'blue', 'magenta', 'cyan', 'white'];

/** The code of a colour given by name, number or `#rrggbb`; `more` is 10 for the background. */
function colorNumber(word: string, more: number): string | undefined {
  if (word === 'default') return String(39 + more);
  const bright = word.startsWith('bright');
  const named = COLORS.indexOf(bright ? word.slice('bright'.length) : word);
  if (named >= 0) return String((bright ? 90 : 30) + named + more);
  const [, ...parts] = /^#(..)(..)(..)$/.exec(word) ?? [];
  if (parts.length > 0) return `${38 + more};2;${parts.map((part) => parseInt(part, 16)).join(';')}`;
  if (!/^\d+$/.test(word) || Number(word) > 255) return undefined;
  const number = Number(word);
  if (number > 15) return `${38 + more};5;${number}`;
  return String((number > 7 ? 82 : 30) + number + more);
}

/** Whether words name colours and attributes. */
export const isColor = (words: string): boolean =>
  words
    .split(/[\s,]+/)
    .filter(Boolean)
    .every(
      (word) =>
        word === 'normal' ||
        word === 'reset' ||
        Object.hasOwn(ATTRIBUTES, word.replace(/^no-?/, '')) ||
        colorNumber(word, 0) !== undefined,
    );

/** The terminal code for words such as `bold red`. */
export function colorCode(words: string): string {
  const attributes: number[] = [];
  const colors: string[] = [];
  let places = 0;
  for (const word of words.split(/[\s,]+/)) {
    const off = /^no-?/.test(word) && word !== 'normal';
    const attribute = ATTRIBUTES[word.replace(/^no-?/, '')];
    if (attribute !== undefined) attributes.push(off ? (attribute === 1 ? 22 : attribute + 20) : attribute);
    else if (word === 'normal') places++;
    else {
      const color = colorNumber(word, places === 0 ? 0 : 10);
      if (color === undefined) continue;
      places++;
      colors.push(color);
    }
  }
  return `\u001b[${[...attributes.toSorted((a, b) => a - b), ...colors].join(';')}m`;
}

/** Colours text. `slot`: the setting for it, such as `untracked`, where the standard colour does not say which. */
export type Paint = (words: string, text: string, slot?: string) => string;

/** The settings in which a person may choose other colours, by the standard one. */
const SLOTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'color.diff': { red: 'old', green: 'new', bold: 'meta', cyan: 'frag', yellow: 'commit', 'normal red': 'whitespace' },
  'color.branch': { red: 'remote', green: 'current', cyan: 'worktree', blue: 'upstream' },
  'color.grep': { magenta: 'filename', green: 'lineNumber', cyan: 'separator', 'bold red': 'match' },
  'color.status': { green: 'added', red: 'changed' },
};

const plain: Paint = (_words, text) => text;

/** How to colour text: as `--color` says, otherwise as the settings say; `auto` means at a terminal. */
export function painter(
  context: Context | undefined,
  written: string | undefined,
  setting = 'color.diff',
): { on: boolean; paint: Paint } {
  const wanted = written ?? context?.config.get(setting) ?? context?.config.get('color.ui');
  const isAuto = wanted === undefined || wanted === 'auto' || (written === undefined && asBoolean(wanted) === true);
  const on = isAuto
    ? context?.io.tty?.includes(1) === true
    : wanted === '' || wanted === 'always' || asBoolean(wanted) === true;
  const paint: Paint = (words, text, slot = SLOTS[setting]?.[words]) => {
    const key = slot === undefined || slot.includes('.') ? slot : `${setting}.${slot}`;
    const code = colorCode((key === undefined ? undefined : context?.config.get(key)) ?? words);
    return text === '' ? '' : code === '\u001b[m' ? text : `${code}${text}\u001b[m`;
  };
  return { on, paint: on ? paint : plain };
}
