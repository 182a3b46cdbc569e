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
  if (shell.isSh) return shell.write(2, `${shell.source.name}: ${inOtherWords(shell, text, { message, pos })}\n`);
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
function inOtherWords({ source }: Shell, text: string, problem: SyntaxProblem): string {
  if (problem.message.startsWith('Syntax error: ')) return `${source.lineOf(problem.pos)}: ${problem.message}`;
  const open = unclosed(problem.message);
  const token = unexpected(text, problem);
  if (open === '"' || open === "'") return `${source.lineOf(text.length)}: Syntax error: Unterminated quoted string`;
  if (open === undefined && token !== undefined)
    return `${source.lineOf(problem.pos)}: Syntax error: "${token}" unexpected`;
  const closing = /expected '(.+)' to close/.exec(problem.message)?.[1]?.replace('esac', ';;');
  const expected = closing === undefined ? '' : ` (expecting "${closing}")`;
  return `${source.lineOf(text.length)}: Syntax error: end of file unexpected${expected}`;
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
