import { singleQuote } from '../language/quote-value';
import { assignElement, elementIn } from '../language/arithmetic-text';
import { ShellError } from '../control';
import { readLine, type ReadOptions } from '../language/read-line';
import type { Shell, Terminal } from '../language/shell';
import { NAME, takeOptions, type Builtin } from './builtin';

export const readBuiltin: Builtin = async (shell, args) => {
  const { options, rest } = takeOptions(args, 'ers', 'adnNtpui');
  for (const name of [...(options.get('a') === undefined ? [] : [options.get('a') ?? '']), ...rest]) {
    if (!NAME.test(name.replace(/\[.*\]$/, ''))) throw new ShellError(`\`${name}': not a valid identifier`);
  }
  const fd = Number(options.get('u') ?? 0);
  if (options.has('p') && shell.fds.get(fd)?.about.terminal) await shell.write(2, options.get('p') ?? '');
  const timeout = options.get('t');
  if (timeout === '0') return shell.fds.get(fd)?.source ? 0 : 1;
  const most = options.has('n') || options.has('N');
  const result = await typedAs(shell, fd, { echo: !options.has('s'), cbreak: most || options.has('d') }, () =>
    readJoined(shell, fd, options.has('r'), {
      ...(options.has('d') && { delimiter: options.get('d') ?? '' }),
      ...(most && { most: Number(options.get('n') ?? options.get('N')) }),
      exact: options.has('N'),
      ...(timeout !== undefined && { timeout: Number(timeout) * 1000 }),
    }),
  );
  const raw = options.has('r');
  const text = result?.text ?? '';
  const array = options.get('a');
  if (array !== undefined) setArray(shell, array, splitAll(shell, text, raw));
  else if (rest.length === 0) assignElement(shell, 'REPLY', undefined, raw ? text : unescape(text));
  else if (options.has('N'))
    for (const [index, name] of rest.entries()) assignElement(shell, name, undefined, index === 0 ? text : '');
  else setNames(shell, rest, text, raw);
  if (result?.late) return 142;
  return result?.ended ? 0 : 1;
};

/** Reads while a terminal treats what is typed in another way. */
async function typedAs<T>(shell: Shell, fd: number, modes: Partial<Terminal>, read: () => Promise<T>): Promise<T> {
  const terminal = shell.fds.get(fd)?.about.terminal ? shell.system.terminal : undefined;
  if (!terminal) return read();
  const { echo, cbreak } = terminal;
  try {
    Object.assign(terminal, modes);
    return await read();
  } finally {
    Object.assign(terminal, { echo, cbreak });
  }
}

/** Reads a line; without `-r`, one that ends with a backslash continues on the next. */
async function readJoined(shell: Shell, fd: number, raw: boolean, options: ReadOptions): ReturnType<typeof readLine> {
  let before = '';
  for (;;) {
    const line = await readLine(shell, fd, options);
    if (!line) return before === '' ? undefined : { text: before, ended: false };
    const text = before + line.text;
    if (raw || !line.ended || !/(?<!\\)(?:\\\\)*\\$/.test(text)) return { ...line, text };
    before = text.slice(0, -1);
  }
}

const unescape = (text: string): string => text.replaceAll(/\\([^])/g, '$1');

const ifsOf = (shell: Shell): string => shell.vars.get('IFS') ?? ' \t\n';

/** Splits a line into fields one by one; a backslash keeps a separator in a field. */
class Splitter {
  private at = 0;
  private readonly blank: string;

  constructor(
    private readonly text: string,
    private readonly separators: string,
    private readonly raw: boolean,
  ) {
    this.blank = Array.from(separators)
      .filter((char) => ' \t\n'.includes(char))
      .join('');
    this.skip();
  }

  get over(): boolean {
    return this.at >= this.text.length;
  }

  next(): string {
    let field = '';
    for (; !this.over; this.at += 1) {
      const char = this.text.charAt(this.at);
      if (char === '\\' && !this.raw) field += this.text.charAt(++this.at);
      else if (this.separators.includes(char)) break;
      else field += char;
    }
    this.separator();
    return field;
  }

  /** The rest of the line, without trailing blanks. */
  rest(): string {
    const from = this.at;
    const field = this.next();
    if (this.over && this.endedPlainly) return field;
    let text = this.text.slice(from);
    while (text !== '' && this.blank.includes(text.slice(-1)) && (this.raw || !/\\.$/s.test(text)))
      text = text.slice(0, -1);
    return this.raw ? text : unescape(text);
  }

  /** Whether the last field ended with a separator or with the line. */
  private endedPlainly = true;

  private separator(): void {
    const start = this.at;
    this.skip();
    if (
      !this.over &&
      this.separators.includes(this.text.charAt(this.at)) &&
      !this.blank.includes(this.text.charAt(this.at))
    ) {
      this.at += 1;
      this.skip();
    }
    this.endedPlainly = this.over || this.at > start;
  }

  private skip(): void {
    while (!this.over && this.blank.includes(this.text.charAt(this.at))) this.at += 1;
  }
}

function splitAll(shell: Shell, text: string, raw: boolean): string[] {
  const splitter = new Splitter(text, ifsOf(shell), raw);
  const fields: string[] = [];
  while (!splitter.over) fields.push(splitter.next());
  return fields;
}

function setNames(shell: Shell, names: readonly string[], text: string, raw: boolean): void {
  const splitter = new Splitter(text, ifsOf(shell), raw);
  for (const [index, name] of names.entries()) {
    const { name: variable, subscript } = elementIn(shell, name);
    assignElement(shell, variable, subscript, index === names.length - 1 ? splitter.rest() : splitter.next());
  }
}

function setArray(shell: Shell, name: string, values: readonly string[], from = 0, keep = false): void {
  const variable = shell.vars.writable(name);
  const old = keep && variable.value instanceof Map ? variable.value : [];
  variable.array ??= 'indexed';
  variable.value = new Map([...old, ...values.map((value, index): [string, string] => [String(index + from), value])]);
}

export const mapfile: Builtin = async (shell, args) => {
  const { options, rest } = takeOptions(args, 't', 'dnOsucC');
  for (const [letter, what] of [
    ['n', 'line count'],
    ['s', 'line count'],
    ['O', 'array origin'],
    ['c', 'callback quantum'],
  ] as const) {
    const given = options.get(letter);
    if (given !== undefined && !/^\d+$/.test(given)) throw new ShellError(`${given}: invalid ${what}`);
  }
  const delimiter = options.get('d') ?? '\n';
  const most = Number(options.get('n') ?? 0) || Infinity;
  let skip = Number(options.get('s') ?? 0);
  const callback = options.get('C');
  const quantum = Number(options.get('c') ?? 5000);
  const from = Number(options.get('O') ?? 0);
  const values: string[] = [];
  while (values.length < most) {
    const line = await readLine(shell, Number(options.get('u') ?? 0), { delimiter });
    if (!line) break;
    if (skip-- > 0) continue;
    if (callback !== undefined && (values.length + 1) % quantum === 0)
      await shell.language.text(
        shell,
        `${callback} ${values.length + from} ${singleQuote(line.text + (line.ended && !options.has('t') ? delimiter : ''))}`,
        'mapfile',
      );
    values.push(options.has('t') || !line.ended || delimiter === '' ? line.text : line.text + delimiter);
  }
  setArray(shell, rest[0] ?? 'MAPFILE', values, from, options.has('O'));
  return 0;
};
