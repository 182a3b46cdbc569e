import { encode } from '../../../../bytes-text';
import { bytesToLatin1 } from '../latin1';
import { CommandFailure, type Command, type CommandContext } from '../context';
import { eachFile } from '../each-file';
import { basicOfEmacs } from '../search/emacs-pattern';
import { statPath } from '../stat-path';
import { oneOf, parseOptions, type ParsedOptions } from '../options';
import { posixRegExp } from '../../../../regexp/posix-regexp';
import { escapeRegExp } from '../../../../regexp/classes';

export const cat: Command = async (context) => {
  const options = parseOptions(
    context.args,
    'A b e E n s t T u v show-all=A number-nonblank=b show-ends=E number=n squeeze-blank=s show-tabs=T show-nonprinting=v',
  );
  if (!options.list.some(({ name }) => name !== 'u')) {
    return eachFile(context, options.operands, async (input, name) => {
      if (context.isOutput(name) && (statPath(context, name)?.size ?? 0) > 0)
        throw new CommandFailure(`${name}: input file is output file`);
      for (let next = await input.read(); next; next = await input.read()) {
        context.out.write(next);
        await context.out.flush();
      }
    });
  }
  const printer = new Printer(context, options);
  return eachFile(context, options.operands, async (input) => {
    for await (const { texts, whole } of input.batches()) {
      for (const [index, text] of texts.entries()) printer.line(text, whole || index < texts.length - 1);
      await context.out.flush();
    }
  });
};

class Printer {
  private number = 0;
  private blank = false;
  /** Whether the last line had no newline, so that the next file continues it. */
  private open = false;

  constructor(
    private readonly context: CommandContext,
    private readonly options: ParsedOptions,
  ) {}

  line(text: string, ended: boolean): void {
    const { options, context } = this;
    const empty = text === '' && !this.open;
    if (options.has('s') && empty && this.blank) return;
    this.blank = empty;
    const numbers = options.has('b') ? !empty : options.has('n');
    const before = numbers && !this.open ? `${String(++this.number).padStart(6)}\t` : '';
    const visible = ['A', 'e', 't', 'v'].some((name) => options.has(name));
    const tabs = ['A', 't', 'T'].some((name) => options.has(name));
    const ends = ['A', 'e', 'E'].some((name) => options.has(name));
    const shown = visible ? caret(text, tabs) : tabs ? text.replaceAll('\t', '^I') : text;
    context.out.write(before + shown + (ended ? `${ends ? '$' : ''}\n` : ''));
    this.open = !ended;
  }
}

/** Control characters and bytes above 127 in the form `^A` and `M-a`. */
function caret(text: string, tabs: boolean): string {
  // oxlint-disable-next-line no-control-regex
  return bytesToLatin1(encode(text)).replaceAll(/[\x00-\x1f\x7f-\xff]/g, (char) => {
    const code = char.charCodeAt(0);
    if (code === 9 && !tabs) return char;
    if (code >= 160 && code < 255) return `M-${String.fromCharCode(code - 128)}`;
    if (code === 255) return 'M-^?';
    return (code >= 128 ? 'M-' : '') + (code === 127 ? '^?' : `^${String.fromCharCode((code & 127) + 64)}`);
  });
}

export const tac: Command = async (context) => {
  const options = parseOptions(context.args, 'b r s: before=b regex=r separator:=s');
  // An empty separator is a zero byte.
  const given = (options.get('s') ?? '\n') || '\0';
  const separator = options.has('r') ? posixRegExp(basicOfEmacs(given), 'g', 'grep') : given;
  return eachFile(context, options.operands, async (input) => {
    const text = await input.text();
    context.out.write(records(text, separator, options.has('b')).reverse().join(''));
    await context.out.flush();
  });
};

/** Splits a text into records, each with the separator at its end or its start. */
function records(text: string, separator: string | RegExp, before: boolean): string[] {
  const found =
    typeof separator === 'string'
      ? Array.from(text.matchAll(new RegExp(escapeRegExp(separator), 'gu')), ({ index }) => [index, separator.length])
      : foundBackwards(text, separator);
  const places = found.map(([index = 0, size = 0]) => (before ? index : index + size));
  return [0, ...places].map((from, at) => text.slice(from, places[at]));
}

/** Where a pattern matches, looked for from the end on: there `[0-9]+` finds one digit at a time. */
function foundBackwards(text: string, pattern: RegExp): number[][] {
  const sticky = new RegExp(pattern.source, `${pattern.flags.replace(/[gy]/g, '')}y`);
  const found: number[][] = [];
  let rest = text;
  for (let at = text.length - 1; at >= 0; at -= 1) {
    sticky.lastIndex = at;
    const size = sticky.exec(rest)?.[0].length ?? 0;
    if (size === 0) continue;
    found.unshift([at, size]);
    rest = text.slice(0, at);
  }
  return found;
}

export const rev: Command = async (context) =>
  eachFile(context, parseOptions(context.args, '').operands, async (input) => {
    for await (const { texts, whole } of input.batches()) {
      for (const [index, text] of texts.entries())
        context.out.write(Array.from(text).reverse().join('') + (whole || index < texts.length - 1 ? '\n' : ''));
      await context.out.flush();
    }
  });

export const tee: Command = async (context) => {
  const { has, get, operands } = parseOptions(context.args, 'a i p append=a ignore-interrupts=i output-error::');
  const onError = get('output-error');
  if (onError) oneOf(onError, 'output-error', ['warn', 'warn-nopipe', 'exit', 'exit-nopipe']);
  let status = 0;
  const outputs = [context.out];
  for (const name of operands) {
    try {
      outputs.push(context.create(name, has('a')));
    } catch (error) {
      status = await context.fail(Object(error).message);
      if (onError?.startsWith('exit')) return status;
    }
  }
  for (let next = await context.in.read(); next; next = await context.in.read()) {
    for (const output of outputs) {
      output.write(next);
      await output.flush();
    }
  }
  for (const output of outputs.slice(1)) await output.close();
  return status;
};
