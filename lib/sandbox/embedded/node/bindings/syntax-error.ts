import { MOST_OF_MARK } from '../stack';
import { privateSymbols } from './util';

/** Parses a text, or throws acorn's error. */
export type TryParse = (source: string) => unknown;

/** A text's name and line offset. */
interface Place {
  filename: string;
  lineOffset: number;
}

interface Fault {
  /** Zero-based position. */
  at: number;
  message: string;
}

const TOKEN =
  /[\p{ID_Start}$_][\p{ID_Continue}$]*|(?:0[xbo][\da-f_]+|(?:\d[\d_]*)?\.?\d[\d_]*(?:e[+-]?\d+)?)n?|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|\.{3}|=>|\?\?=|\?\.|>>>=|<<=|>>=|>>>|\*\*=|&&=|\|\|=|[!=]==|[+\-*/%&|^<>=!]=|&&|\|\||\?\?|\+\+|--|\*\*|<<|>>|[^\s]/uy;
const KEYWORD =
  /^(?:break|case|catch|class|const|continue|debugger|default|delete|do|else|enum|export|extends|false|finally|for|function|if|import|in|instanceof|new|null|return|super|switch|this|throw|true|try|typeof|var|void|while|with)$/;

/** The engine's wording of acorn's messages. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^Unterminated template/, 'Unterminated template literal'],
  [/^Unterminated regular expression/, 'Invalid regular expression: missing /'],
  [
    /^(?:Unterminated string constant|Unexpected character|Bad character|Expecting Unicode)/,
    'Invalid or unexpected token',
  ],
  [/^Assigning to rvalue/, 'Invalid left-hand side in assignment'],
  [/^'return' outside of function/, 'Illegal return statement'],
  [/^Unsyntactic break/, 'Illegal break statement'],
  [/^Duplicate export '(.*)'/, "Duplicate export of '$1'"],
  [/^(Export '.*' is not defined).*/, '$1 in module'],
];

const tokenAt = (source: string, at: number): string => {
  TOKEN.lastIndex = at;
  return TOKEN.exec(source)?.[0] ?? '';
};

function unexpected(token: string): string {
  if (token === '') return 'Unexpected end of input';
  if (/^[\d.]*\d/.test(token)) return 'Unexpected number';
  if (/^["']/.test(token)) return token.length > 1 ? 'Unexpected string' : 'Invalid or unexpected token';
  if (token === '`') return 'Unexpected template string';
  if (/^[\p{ID_Start}$_]/u.test(token) && !KEYWORD.test(token)) return `Unexpected identifier '${token}'`;
  return `Unexpected token '${token}'`;
}

function faultOf(source: string, parse: TryParse): Fault | undefined {
  try {
    parse(source);
    return undefined;
  } catch (error) {
    const { pos, message }: { pos?: unknown; message?: unknown } = Object(error);
    if (typeof pos !== 'number') return undefined;
    const said = String(message).replace(/ \(\d+:\d+\)$/, '');
    const words = WORDS.find(([pattern]) => pattern.test(said));
    const known = words ? said.replace(...words) : said;
    return { at: pos, message: said === 'Unexpected token' ? unexpected(tokenAt(source, pos)) : known };
  }
}

/** Where the engine reports an error, which is before the position at which acorn stops. */
function placeOf(source: string, at: number, message: string): number {
  if (message.startsWith('await is only valid')) return source.lastIndexOf('await', at);
  if (message.startsWith('Function statements require')) return source.lastIndexOf('function', at);
  if (!message.startsWith('missing ) after')) return at;
  // The last token that was parsed.
  const text = source.slice(0, at).trimEnd();
  let last = text.lastIndexOf('\n') + 1;
  for (let from = last; from < text.length;) {
    from += /^\s*/.exec(text.slice(from))?.[0].length ?? 0;
    last = from;
    from += tokenAt(text, from).length || 1;
  }
  return last;
}

/** The position as Node shows it above an error: the line, with marks below what is wrong. */
function arrow(source: string, { at }: Fault, message: string, { filename, lineOffset }: Place): string {
  const start = Math.max(0, placeOf(source, at, message));
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const end = source.indexOf('\n', start);
  const line = source.slice(from, end < 0 ? source.length : end);
  const rest = line.length - (start - from);
  const length = message === 'Invalid or unexpected token' ? rest : tokenAt(source, start).length;
  const marks =
    rest > 0
      ? `${line.slice(0, start - from).replaceAll(/[^\t]/g, ' ')}${'^'.repeat(length)}`.slice(0, MOST_OF_MARK)
      : '';
  return `${filename}:${source.slice(0, start).split('\n').length + lineOffset}\n${line}\n${marks}\n`;
}

/** Adds the position to one of the engine's syntax errors, since the engine does not expose it. */
export function placeSyntaxError(error: SyntaxError, source: string, at: Place, parse: TryParse): void {
  const fault = faultOf(source, parse);
  const stack = error.stack ?? '';
  const said = error.message;
  // The engine sees the surrounding code and parses on into it.
  if (fault?.message === 'Unexpected end of input' && /^Unexpected token '[)}]'$/.test(said))
    error.message = fault.message;
  const place = fault ? arrow(source, fault, error.message, at) : `${at.filename}\n`;
  error.stack = `${place}\n${stack.replace(said, () => error.message)}`;
}

/** The engine's error for a module that does not parse, with its position in a private field. */
export function moduleSyntaxError(source: string, filename: string, parse: TryParse): SyntaxError | undefined {
  const fault = faultOf(source, parse);
  if (!fault) return undefined;
  const error = new SyntaxError(fault.message);
  Reflect.defineProperty(error, privateSymbols.arrow_message_private_symbol ?? '', {
    value: arrow(source, fault, fault.message, { filename, lineOffset: 0 }),
    configurable: true,
    writable: true,
  });
  return error;
}

/** The position that an error carries in a private field, not in its stack. */
export const arrowOf = (error: unknown): string => {
  const arrow: unknown = Reflect.get(Object(error), privateSymbols.arrow_message_private_symbol ?? '');
  return typeof arrow === 'string' ? arrow : '';
};
