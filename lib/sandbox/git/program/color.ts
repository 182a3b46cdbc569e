import { asBoolean } from '../store/config';
import type { Context } from './context';

const CODES: Readonly<Record<string, string>> = {
  reset: '',
  normal: '',
  bold: '1',
  dim: '2',
  ul: '4',
  blink: '5',
  reverse: '7',
  black: '30',
  red: '31',
  green: '32',
  yellow: '33',
  blue: '34',
  magenta: '35',
  cyan: '36',
  white: '37',
};

/** `bold red` as what a terminal understands. */
export function colorCode(words: string): string {
  const codes = words.split(/[\s,]+/).flatMap((word) => {
    const code = CODES[word];
    return code === undefined || code === '' ? [] : [code];
  });
  return `\u001b[${codes.join(';')}m`;
}

export type Paint = (words: string, text: string) => string;

const painted: Paint = (words, text) => (text === '' ? '' : `${colorCode(words)}${text}\u001b[m`);
const plain: Paint = (_words, text) => text;

/** How text is coloured: as `--color` says, else as the settings do. Output is no terminal here, so `auto` means no. */
export function painter(
  context: Context | undefined,
  written: string | undefined,
  setting = 'color.diff',
): { on: boolean; paint: Paint } {
  const wanted = written ?? context?.config.get(setting) ?? context?.config.get('color.ui');
  const on =
    wanted === '' ||
    wanted === 'always' ||
    (written !== undefined && asBoolean(written) === true && written !== 'auto');
  return { on, paint: on ? painted : plain };
}
