import type { Shell } from './shell';

interface SyntaxProblem {
  readonly message: string;
  readonly pos: number;
}

/** Reports a syntax error in bash's words: the token, and the line that it is in. `builtin`: `eval`, if that runs the text. */
export async function tellSyntaxError(
  shell: Shell,
  text: string,
  { message, pos }: SyntaxProblem,
  builtin?: 'eval',
): Promise<void> {
  if (shell.isSh) {
    const { line, said } = inOtherWords(shell, text, { message, pos });
    return shell.write(2, `${shell.source.name}: ${line}: ${builtin === undefined ? '' : `${builtin}: `}${said}\n`);
  }
  const { source, interactive, givenAsArgument } = shell;
  const ran = builtin ?? (givenAsArgument && source.outermost ? '-c' : undefined);
  const name = interactive ? 'bash' : source.name + (ran === undefined ? '' : `: ${ran}`);
  const say = async (line: number, said: string) => {
    await shell.write(2, interactive ? `${name}: ${said}\n` : `${name}: line ${line}: ${said}\n`);
  };
  const open = unclosed(message);
  if (open !== undefined) return say(source.lineOf(pos), `unexpected EOF while looking for matching \`${open}'`);
  const token = unexpected(text, { message, pos });
  if (token !== undefined) {
    const line = source.lineOf(pos);
    await say(line, `syntax error near unexpected token \`${token}'`);
    return interactive ? undefined : say(line, `\`${lineAround(text, pos)}'`);
  }
  if (text.slice(pos).trim() !== '') return say(source.lineOf(pos), `syntax error: ${message}`);
  return say(source.lineOf(text.length) + (text.endsWith('\n') ? 0 : 1), 'syntax error: unexpected end of file');
}

/** The token that should not be where it is, if that is the problem. */
const unexpected = (text: string, { message, pos }: SyntaxProblem): string | undefined =>
  /unexpected token '(.+)'/.exec(message)?.[1] ?? (message.startsWith('expected') ? tokenAt(text, pos) : undefined);

/** The line of a problem, and what `sh` says of it. */
function inOtherWords({ source }: Shell, text: string, problem: SyntaxProblem): { line: number; said: string } {
  const line = source.lineOf(problem.pos);
  if (problem.message.startsWith('Syntax error: ')) return { line, said: problem.message };
  const open = unclosed(problem.message);
  const token = problem.message.endsWith('in brace group') ? undefined : unexpected(text, problem);
  const last = source.lineOf(text.length);
  if (open !== undefined && open !== ')') return { line: last, said: `Syntax error: ${OPEN_IN_DASH[open]}` };
  if (open === undefined && token !== undefined) return { line, said: `Syntax error: "${token}" unexpected` };
  const expected = open ?? expectedAt(text, problem.message);
  const more = expected === undefined ? '' : ` (expecting "${expected}")`;
  return { line: last, said: `Syntax error: end of file unexpected${more}` };
}

const OPEN_IN_DASH: Readonly<Record<string, string>> = {
  '"': 'Unterminated quoted string',
  "'": 'Unterminated quoted string',
  '}': "Missing '}'",
  '`': 'EOF in backquote substitution',
};

const CLOSED_BY = new Map([
  ['then', 'fi'],
  ['else', 'fi'],
  ['do', 'done'],
  ['brace group', '}'],
]);

/** What dash expects at the end of a text that is cut off. */
function expectedAt(text: string, message: string): string | undefined {
  const [, after, inside] = /^expected command (?:after '(.+)'|in (.+))$/.exec(message) ?? [];
  if (after !== undefined || inside !== undefined) return CLOSED_BY.get(after ?? inside ?? '');
  const word = /^expected '(.+?)'/.exec(message)?.[1];
  return word === 'esac' ? (/(?:\bin|;;)\s*$/.test(text) ? ')' : ';;') : word;
}

/** The character missing to close a quote or an expansion; undefined for other errors. */
function unclosed(message: string): string | undefined {
  const what = /unterminated (double|single|backtick|backquote|parameter|command)/.exec(message)?.[1];
  return what === undefined
    ? undefined
    : { double: '"', single: "'", parameter: '}', command: ')', backtick: '`', backquote: '`' }[what];
}

const tokenAt = (text: string, pos: number): string | undefined =>
  /^\s*(&&|\|\||;;&|;;|;&|[;&|()<>]|[^\s;&|()<>]+)/.exec(text.slice(pos))?.[1];

function lineAround(text: string, pos: number): string {
  const start = text.lastIndexOf('\n', pos - 1) + 1;
  const end = text.indexOf('\n', pos);
  return text.slice(start, end < 0 ? undefined : end);
}
