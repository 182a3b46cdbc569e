import { parse, type HereDoc, type Script, type Statement } from 'unbash';
import { builtinsOf } from '../builtins';
import { parseAsDash } from '../dash/dialect';
import { elementIn, expandText, keyOf, targetOf } from './arithmetic-text';
import { Exit, ShellError, SyntaxExit } from '../control';
import { extendedPattern } from './extended-patterns';
import { runStatements } from './execute';
import { expander } from './expand';
import { functionText } from './function-text';
import type { Interpreter, Shell } from './shell';
import { callFunction, runProgram } from './simple-command';
import { SourceText } from './source-text';
import { strayBracket } from './stray-bracket';
import { connect, substitute } from './subshell';
import { tellSyntaxError } from './syntax-error';

export const language: Interpreter = {
  expand: expander,
  statements: runStatements,
  text: runText,
  substitute,
  connect,
  callFunction,
  async words(shell, [name = '', ...args], skipFunctions) {
    const called = skipFunctions ? undefined : shell.functions.get(name);
    if (called) {
      await callFunction(shell, name, called, args);
      return shell.status;
    }
    const builtin = builtinsOf(shell).get(name);
    return builtin ? builtin(shell, args, []) : runProgram(shell, name, args);
  },
  program: (shell, [name = '', ...args], shownAs) => runProgram(shell, name, args, shownAs),
  describe,
  async unsetElement(shell, written, subscript) {
    const { name } = targetOf(shell, written);
    const variable = shell.vars.find(name);
    if (!variable) return;
    if (variable.readonly) throw new ShellError(`${name}: cannot unset: readonly variable`);
    if ((subscript === '@' || subscript === '*') && variable.array !== 'associative') shell.vars.unset(name);
    else if (variable.value instanceof Map)
      variable.value.delete(
        keyOf(shell, name, await expandText(shell, elementIn(shell, `${name}[${subscript}]`).subscript ?? '')),
      );
  },
};

/** Runs text to its end or its first syntax error; as in bash, the lines before the error run. */
async function runText(
  shell: Shell,
  written: string,
  name: string,
  firstLine = 1,
  ranBy?: 'eval' | 'source',
): Promise<void> {
  const { text, parsed } = shell.isSh ? parseAsDash(written) : { text: written, parsed: parse(written) };
  const source = new SourceText(text, name, firstLine, shell.source.text === '');
  const { commands, errors } = parsed;
  const before = shell.source;
  const { position } = shell;
  shell.source = source;
  const [error] = errors ?? strayErrors(text, parsed);
  // dash shows the lines of files only.
  const shown = shell.isSh
    ? ranBy === 'source' || (source.outermost && !shell.givenAsArgument)
    : ranBy !== undefined || source.outermost;
  if (!error) {
    await runLines(shell, source, commands, shown);
    if (shell.options.has('verbose') && text === '') shell.status = 0;
  } else {
    const failing = commands.find(({ end }) => end >= error.pos) ?? commands.at(-1);
    const start = text.lastIndexOf('\n', Math.max(0, Math.min(failing?.pos ?? error.pos, error.pos) - 1)) + 1;
    await runLines(
      shell,
      source,
      commands.filter(({ pos, end }) => pos < start && end <= start),
      shown,
    );
    shell.position = error.pos;
    await tellSyntaxError(shell, text, error, ranBy === 'eval' ? ranBy : undefined);
    // In dash, one in the text of `eval` or of a sourced file ends the script, too.
    throw shell.isSh ? new Exit(2) : new SyntaxExit(2);
  }
  Object.assign(shell, { source: before, position });
}

/** What the parser does not report: in bash's words, the token after a bracket that belongs to no function. */
function strayErrors(text: string, parsed: Script): { message: string; pos: number }[] {
  const at = strayBracket(text, parsed);
  if (at === undefined) return [];
  const [, token] = /^\(\s*(&&|\|\||[;&|()<>]|[^\s;&|()<>]+)?/.exec(text.slice(at)) ?? [];
  return [{ message: `unexpected token '${token ?? 'newline'}'`, pos: at }];
}

/** Runs statements; after an error that ends a line, the next line runs, as in bash. */
async function runLines(
  shell: Shell,
  source: SourceText,
  statements: readonly Statement[],
  shown: boolean,
): Promise<void> {
  let read = 0;
  for (let next = 0; next < statements.length;) {
    const first = next;
    do next += 1;
    while (
      statements[next] &&
      source.lineOf(statements[next]?.pos ?? 0) === source.lineOf(statements[next - 1]?.end ?? 0)
    );
    const line = statements.slice(first, next);
    if (shown) read = await echo(shell, source, read, endOf(line));
    const pattern = shell.shopts.has('extglob') ? undefined : extendedPattern(source, line);
    if (pattern !== undefined) {
      shell.position = pattern;
      await tellSyntaxError(shell, source.text, { message: "unexpected token '('", pos: pattern });
      throw new SyntaxExit(2);
    }
    const { tolerant, loopDepth } = shell;
    try {
      await runStatements(shell, line);
    } catch (error) {
      if (!(error instanceof ShellError) || error.ends !== 'line' || shell.subshellLevel > 0 || shell.isSh) throw error;
      await shell.tell(error);
      Object.assign(shell, { source, tolerant, loopDepth, status: error.status });
    }
  }
  if (shown) await echo(shell, source, read, source.text.length);
}

/** With `set -v`, shows the lines up to a place as they are read. Returns where the next one begins. */
async function echo(shell: Shell, { text }: SourceText, from: number, place: number): Promise<number> {
  const line = text.indexOf('\n', Math.max(from, place));
  const end = line < 0 ? text.length : line + 1;
  const shown = text.slice(from, end);
  if (shown !== '' && shell.options.has('verbose')) await shell.write(2, shown.endsWith('\n') ? shown : `${shown}\n`);
  return end;
}

/** Where the last line of statements ends, with the here documents that follow it. */
const endOf = (statements: readonly Statement[]): number =>
  Math.max(statements.at(-1)?.end ?? 0, ...hereDocuments(statements).map(({ closing }) => closing?.end ?? 0));

function describe(shell: Shell, name: string, step?: number): string {
  const found = shell.functions.get(name);
  if (!found) return '';
  const text = `${name} () ${found.source.text.slice(found.body.pos, found.body.end)}`;
  const { commands } = parse(text);
  const command = commands[0]?.command;
  return command?.type === 'Function' ? functionText(command, text, step) : '';
}

/** Whether a text is complete; if not, a terminal asks for another line. */
export function isWholeScript(text: string): boolean {
  const { commands, errors } = parse(text);
  if (hereDocuments(commands).some(({ closing }) => !closing)) return false;
  return !errors?.some(
    ({ message, pos }) =>
      /unterminated|expected/.test(message) && (pos >= text.trimEnd().length || /unterminated/.test(message)),
  );
}

/** The here documents below a part of the syntax tree. `closing` is missing while they have no end. */
export function hereDocuments(tree: unknown): Pick<HereDoc, 'pos' | 'closing'>[] {
  if (typeof tree !== 'object' || tree === null) return [];
  return isHereDoc(tree) ? [tree] : Object.values(tree).flatMap(hereDocuments);
}

const isHereDoc = (node: object): node is HereDoc => 'type' in node && node.type === 'HereDoc';

export const hasNoError = (text: string): boolean => !parse(text).errors?.length;
