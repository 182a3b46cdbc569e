import { CommandFailure, UsageFailure, type Command } from '../context';
import { eachFile } from '../each-file';
import { parseOptions, type ParsedOptions } from '../options';
import { posixRegExp } from '../../../../regexp/posix-regexp';

const SPEC =
  'b: d: f: h: i: l: n: p s: v: w: body-numbering:=b section-delimiter:=d footer-numbering:=f header-numbering:=h starting-line-number:=v number-width:=w number-separator:=s number-format:=n line-increment:=i join-blank-lines:=l no-renumber=p';

/** Decides whether a line gets a number. */
type Style = (text: string) => boolean;

function styleOf(value: string, section: string, blanks: number): Style {
  let blank = 0;
  if (value === 'a') {
    return (text) => {
      blank = text === '' ? blank + 1 : 0;
      if (text === '' && blank < blanks) return false;
      blank = 0;
      return true;
    };
  }
  if (value === 't') return (text) => text !== '';
  if (value === 'n') return () => false;
  if (!value.startsWith('p')) throw new UsageFailure(`invalid ${section} numbering style: ‘${value}’`);
  const pattern = posixRegExp(value.slice(1), '', 'grep');
  return (text) => pattern.test(text);
}

/** `nl`: numbers lines, page by page. */
export const nl: Command = async (context) => {
  const options = parseOptions(context.args, SPEC);
  const blanks = number(options, 'l', 1, 'line number of blank lines');
  const styles = {
    3: styleOf(options.get('h') ?? 'n', 'header', blanks),
    2: styleOf(options.get('b') ?? 't', 'body', blanks),
    1: styleOf(options.get('f') ?? 'n', 'footer', blanks),
  };
  const width = number(options, 'w', 6, 'line number field width');
  const separator = options.get('s') ?? '\t';
  const format = options.get('n') ?? 'rn';
  if (!['ln', 'rn', 'rz'].includes(format)) throw new UsageFailure(`invalid line numbering format: ‘${format}’`);
  const step = number(options, 'i', 1, 'line number increment');
  const first = number(options, 'v', 1, 'starting line number');
  const given = options.get('d') ?? '\\:';
  const mark = given.length === 1 ? `${given}:` : given;
  let section: 1 | 2 | 3 = 2;
  let at = first;
  return eachFile(context, options.operands, async (input) => {
    for (const text of await input.lines()) {
      const begins = ([3, 2, 1] as const).find((times) => mark !== '' && text === mark.repeat(times));
      if (begins !== undefined) {
        section = begins;
        if (!options.has('p')) at = first;
        context.out.write('\n');
      } else if (styles[section](text)) {
        context.out.write(`${numbered(at, width, format)}${separator}${text}\n`);
        at += step;
      } else context.out.write(`${' '.repeat(width + separator.length)}${text}\n`);
    }
  });
};

function numbered(value: number, width: number, format: string): string {
  if (format === 'ln') return String(value).padEnd(width);
  if (format === 'rn') return String(value).padStart(width);
  return value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0');
}

function number(options: ParsedOptions, letter: string, otherwise: number, what: string): number {
  const text = options.get(letter);
  if (text === undefined) return otherwise;
  if (!/^[-+]?\d+$/.test(text)) throw new UsageFailure(`invalid ${what}: ‘${text}’`);
  if (letter === 'w' && Number(text) < 1)
    throw new CommandFailure(`invalid ${what}: ‘${text}’: Numerical result out of range`);
  return Number(text);
}
