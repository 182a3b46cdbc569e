import type { TestExpression } from 'unbash';
import { messageOf } from '@/lib/protocol/message-of';
import { pathFrom } from '../io/path-from';
import { numberIn, isSet } from './parameter';
import { ShellError } from '../control';
import { expandToPattern, expandToRegExp, expandToText } from './expand';
import { fromLocale, inLocale } from './locale-text';
import { patternRegExp } from './pattern';
import type { Shell } from './shell';
import { traceText } from './trace';
import { posixRegExp } from '../../../regexp/posix-regexp';

/** Whether `[[ … ]]` holds. `negation`: what `set -x` shows before the test. */
export async function holds(shell: Shell, expression: TestExpression, negation = ''): Promise<boolean> {
  switch (expression.type) {
    case 'TestGroup':
      return holds(shell, expression.expression);
    case 'TestNot': {
      const negated = expression.negations.length % 2 === 1;
      return (await holds(shell, expression.operand, negated ? '! ' : '')) !== negated;
    }
    case 'TestLogical': {
      const wanted = expression.operator === '||';
      for (const operand of expression.operands) if ((await holds(shell, operand)) === wanted) return wanted;
      return !wanted;
    }
    case 'TestUnary': {
      const operand = await expandToText(shell, expression.operand);
      await trace(shell, `${negation}${expression.operator} ${operand || "''"}`);
      return unary(shell, expression.operator, operand);
    }
    case 'TestBinary':
      return compare(shell, expression, negation);
  }
}

/** Shows a test as `set -x` does. */
async function trace(shell: Shell, test: string): Promise<void> {
  if (shell.options.has('xtrace')) await traceText(shell, `[[ ${test} ]]`);
}

async function compare(
  shell: Shell,
  { operator, left, right }: Extract<TestExpression, { type: 'TestBinary' }>,
  negation: string,
): Promise<boolean> {
  const text = await expandToText(shell, left);
  const ignoreCase = shell.shopts.has('nocasematch');
  const show = (shown: string) => trace(shell, `${negation}${text === '' ? "''" : text} ${operator} ${shown || "''"}`);
  switch (operator) {
    case '=':
    case '==':
    case '!=': {
      const pattern = await expandToPattern(shell, right);
      await show(pattern);
      return (
        patternRegExp(inLocale(shell, pattern), { ignoreCase }).test(inLocale(shell, text)) === (operator !== '!=')
      );
    }
    case '=~': {
      const source = await expandToRegExp(shell, right);
      await show(source);
      return matchRegExp(shell, text, source, ignoreCase);
    }
    default: {
      const other = await expandToText(shell, right);
      await show(other);
      return binary(shell, text, operator, other, true);
    }
  }
}

function matchRegExp(shell: Shell, text: string, source: string, ignoreCase: boolean): boolean {
  let found: RegExpExecArray | null;
  try {
    found = posixRegExp(inLocale(shell, source), ignoreCase ? 'i' : '').exec(inLocale(shell, text));
  } catch (error) {
    const wrong = new ShellError(`${source}: ${messageOf(error)}`, 2);
    // bash says nothing of an expression that is none.
    wrong.told = error instanceof SyntaxError;
    throw wrong;
  }
  const groups = found
    ? [...found].map((group, index): [string, string] => [String(index), fromLocale(group ?? '')])
    : [];
  shell.vars.unset('BASH_REMATCH');
  shell.vars.setArray('BASH_REMATCH', new Map(groups));
  return found !== null;
}

/** A test with one operand, for `test` and `[[`. */
export function unary(shell: Shell, operator: string, operand: string): boolean {
  switch (operator) {
    case '-n':
      return operand !== '';
    case '-z':
      return operand === '';
    case '-v':
      return isSet(shell, operand);
    case '-R':
      return shell.vars.find(operand)?.reference === true;
    case '-o':
      return shell.options.has(operand);
    case '-t':
      return shell.fds.get(Number(operand))?.about.terminal === true;
    default:
      return testFile(shell, operator, operand);
  }
}

const WANTED_TYPE: Readonly<Record<string, string>> = {
  '-d': 'directory',
  '-p': 'fifo',
  '-c': 'device',
  '-f': 'file',
  '-h': 'symlink',
  '-L': 'symlink',
};

function testFile(shell: Shell, operator: string, path: string): boolean {
  if (path === '') return false;
  const [, name, number = STANDARD.indexOf(name ?? '')] = /^\/dev\/(?:(std\w+)|fd\/(\d+))$/.exec(path) ?? [];
  if (Number(number) >= 0 && path.startsWith('/dev/')) return testOpen(shell, operator, Number(number));
  try {
    const found = shell.system.sys.stat(
      pathFrom(shell.system.sys, shell.cwd, path),
      operator !== '-h' && operator !== '-L',
    );
    const wanted = WANTED_TYPE[operator];
    if (operator === '-S') return found.socket;
    if (wanted !== undefined) return found.type === wanted && !(operator === '-f' && found.socket);
    if (operator === '-b') return false;
    if (operator === '-s') return found.type === 'directory' || found.size > 0;
    if (operator === '-x') return found.type === 'directory' || (found.mode & 0o111) !== 0;
    if (operator === '-u') return (found.mode & 0o4000) !== 0;
    if (operator === '-g') return (found.mode & 0o2000) !== 0;
    if (operator === '-k') return (found.mode & 0o1000) !== 0;
    return operator !== '-N';
  } catch {
    return false;
  }
}

const STANDARD = ['stdin', 'stdout', 'stderr'];

/** A test of an open file, named as `/dev/stdin` or `/dev/fd/3`. */
function testOpen(shell: Shell, operator: string, fd: number): boolean {
  const about = shell.fds.get(fd)?.about;
  if (!about) return false;
  if ('-e-r-w-a'.includes(operator)) return true;
  if (about.path !== undefined) return testFile(shell, operator, about.path);
  return operator === (about.socket ? '-S' : about.pipe ? '-p' : '-c');
}

export const UNARY = /^-[abcdefghknoprstuvwxzGLNORS]$/;
export const BINARY = /^(?:==?|!=|=~|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/;

/** A test with two operands, for `test` and `[[`. `expressions`: numbers may be arithmetic expressions, as in `[[`. */
export function binary(shell: Shell, left: string, operator: string, right: string, expressions = false): boolean {
  switch (operator) {
    case '=':
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '<':
      return left < right;
    case '>':
      return left > right;
    case '-nt':
      return time(shell, left) > time(shell, right);
    case '-ot':
      return time(shell, left) < time(shell, right);
    case '-ef':
      return inode(shell, left) !== undefined && inode(shell, left) === inode(shell, right);
    default:
      return compareNumbers(operator, integer(shell, left, expressions), integer(shell, right, expressions));
  }
}

function integer(shell: Shell, text: string, expressions: boolean): bigint {
  if (expressions) return numberIn(shell, text);
  const number = /^\s*[-+]?\d+\s*$/.test(text) ? BigInt(text.trim().replace(/^\+/, '')) : undefined;
  if (number === undefined || BigInt.asIntN(64, number) !== number)
    throw new ShellError(`${text}: integer expression expected`, 2);
  return number;
}

function compareNumbers(operator: string, a: bigint, b: bigint): boolean {
  switch (operator) {
    case '-eq':
      return a === b;
    case '-ne':
      return a !== b;
    case '-lt':
      return a < b;
    case '-le':
      return a <= b;
    case '-gt':
      return a > b;
    default:
      return a >= b;
  }
}

function time(shell: Shell, path: string): number {
  try {
    return shell.system.sys.stat(pathFrom(shell.system.sys, shell.cwd, path)).mtimeMs;
  } catch {
    return -1;
  }
}

function inode(shell: Shell, path: string): number | undefined {
  try {
    return shell.system.sys.stat(pathFrom(shell.system.sys, shell.cwd, path)).ino;
  } catch {
    return undefined;
  }
}
