import { GitFailure } from '../../git-failure';
import { colorCode } from '../terminal/color';
import { readField, type RefField } from './ref-fields';

/** A part that is open: what it holds so far, and what becomes of it at its end. */
interface Part {
  out: string;
  readonly align?: { readonly width: number; readonly side: string };
  readonly choice?: Choice;
}

/** `%(if)…%(then)…%(else)…%(end)`. */
interface Choice {
  readonly equals: string | undefined;
  readonly differs: string | undefined;
  /** Whether the condition holds; undefined before `%(then)`. */
  holds: boolean | undefined;
  hasElse: boolean;
}

const without = (one: string, other: string): GitFailure =>
  new GitFailure(`format: %(${one}) atom used without a %(${other}) atom`);

/** Parses a format such as `%(refname:short) %(objectname)`; fails for fields that there are not. */
export function parseTemplate(format: string): (string | RefField)[] {
  return format.split(/(%\([^)]*\)|%%|%[0-9a-fA-F]{2})/).map((part) => {
    const written = /^%\((.*)\)$/s.exec(part)?.[1];
    if (part === '%%') return '%';
    if (/^%[0-9a-fA-F]{2}$/.test(part)) return String.fromCharCode(parseInt(part.slice(1), 16));
    if (written === undefined && part.includes('%('))
      throw new GitFailure(`malformed format string ${part.slice(part.indexOf('%('))}`, 129, 'error: ');
    if (written === undefined) return part;
    const field = readField(written);
    if (field.name === 'rest') throw new GitFailure(`this command reject atom %(${written})`);
    return field;
  });
}

/** Fills a format. Only what is outside of parts, and parts as a whole, is quoted. */
export async function fillTemplate(
  template: readonly (string | RefField)[],
  {
    value,
    quote,
    colored,
  }: {
    value: (field: RefField) => Promise<string>;
    quote: (text: string) => string;
    colored: boolean;
  },
): Promise<string> {
  const parts: Part[] = [{ out: '' }];
  let reset = '';
  const top = (): Part => parts.at(-1) ?? { out: '' };
  const put = (text: string) => {
    top().out += parts.length === 1 ? quote(text) : text;
  };
  for (const item of template) {
    if (typeof item === 'string') top().out += item;
    else if (item.name === 'align') parts.push({ out: '', align: readAlign(item.option) });
    else if (item.name === 'if') parts.push({ out: '', choice: readChoice(item.option) });
    else if (item.name === 'then') decide(top());
    else if (item.name === 'else') parts.push({ out: '', choice: otherwise(top().choice) });
    else if (item.name === 'end') put(ended(parts));
    else if (item.name === 'color') {
      put(colored ? codeOf(item.option) : '');
      reset = colored && item.option !== 'reset' ? '\u001b[m' : '';
    } else put(await value(item));
  }
  if (reset !== '') put(reset);
  if (parts.length > 1) throw new GitFailure('format: %(end) atom missing');
  return top().out;
}

const codeOf = (words: string): string => {
  const code = colorCode(words);
  return code === '\u001b[m' && words !== 'reset' ? '' : code;
};

const readChoice = (option: string): Choice => ({
  equals: /^equals=(.*)$/s.exec(option)?.[1],
  differs: /^notequals=(.*)$/s.exec(option)?.[1],
  holds: undefined,
  hasElse: false,
});

/** `%(then)`: what stands before it is the condition. */
function decide(part: Part): void {
  const { choice, out } = part;
  if (!choice) throw without('then', 'if');
  if (choice.holds !== undefined)
    throw new GitFailure(
      choice.hasElse ? 'format: %(then) atom used after %(else)' : 'format: %(then) atom used more than once',
    );
  const { equals, differs } = choice;
  choice.holds = equals !== undefined ? out === equals : differs !== undefined ? out !== differs : out.trim() !== '';
  part.out = '';
}

function otherwise(choice: Choice | undefined): Choice {
  if (!choice) throw without('else', 'if');
  if (choice.holds === undefined) throw without('else', 'then');
  if (choice.hasElse) throw new GitFailure('format: %(else) atom used more than once');
  choice.hasElse = true;
  return choice;
}

/** Takes the last part off, with what comes of it. */
function ended(parts: Part[]): string {
  const part = parts.length > 1 ? parts.pop() : undefined;
  if (!part) throw new GitFailure('format: %(end) atom used without corresponding atom');
  if (part.align) return aligned(part.out, part.align);
  if (part.choice?.holds === undefined) throw without('if', 'then');
  const yes = part.choice.hasElse ? (parts.pop()?.out ?? '') : part.out;
  const no = part.choice.hasElse ? part.out : '';
  return part.choice.holds ? yes : no;
}

/** Parses `20`, `right,20` or `width=20,position=middle`. */
function readAlign(text: string): { width: number; side: string } {
  const words = text.split(',').map((part) => part.replace(/^(?:width|position)=/, ''));
  return {
    width: Number(words.findLast((word) => /^\d+$/.test(word))),
    side: words.findLast((word) => /^(?:left|right|middle)$/.test(word)) ?? 'left',
  };
}

function aligned(text: string, { width, side }: { width: number; side: string }): string {
  const left = Math.max(0, width - Array.from(text).length);
  const before = side === 'right' ? left : side === 'middle' ? Math.floor(left / 2) : 0;
  return ' '.repeat(before) + text + ' '.repeat(left - before);
}
