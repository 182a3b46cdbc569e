import { CommandFailure, type Command } from '../context';
import { posixRegExp } from '../../../../regexp/posix-regexp';

/** `expr`: exits with 0 if the result is neither empty nor 0. */
export const expr: Command = (context) => {
  const args = context.args[0] === '--' ? context.args.slice(1) : [...context.args];
  if (args.length === 0) throw new CommandFailure("missing operand\nTry 'expr --help' for more information.", 2);
  const value = new Expression([...args]).whole();
  context.out.write(`${value}\n`);
  return value === '' || value === '0' || /^-?0+$/.test(value) ? 1 : 0;
};

const LEVELS = [['|'], ['&'], ['=', '==', '!=', '<', '<=', '>', '>='], ['+', '-'], ['*', '/', '%'], [':']];

class Expression {
  private at = 0;

  constructor(private readonly args: string[]) {}

  whole(): string {
    const value = this.level(0);
    const extra = this.args[this.at];
    if (extra !== undefined) throw new CommandFailure(`syntax error: unexpected argument ‘${extra}’`, 2);
    return value;
  }

  private level(depth: number): string {
    const operators = LEVELS[depth];
    if (!operators) return this.primary();
    let left = this.level(depth + 1);
    for (
      let operator = this.args[this.at];
      operator !== undefined && operators.includes(operator);
      operator = this.args[this.at]
    ) {
      this.at += 1;
      left = combine(operator, left, this.level(depth + 1));
    }
    return left;
  }

  private primary(): string {
    const word = this.args[this.at++];
    if (word === undefined) throw new CommandFailure(`syntax error: missing argument after ‘${this.args.at(-1)}’`, 2);
    if (word === '+') return this.args[this.at++] ?? '';
    if (word === '(') {
      const value = this.level(0);
      if (this.args[this.at++] !== ')') throw new CommandFailure("syntax error: expecting ')' instead of end", 2);
      return value;
    }
    if (/^(?:length|match|index|substr)$/.test(word)) {
      if (word === 'length') return String(Array.from(this.primary()).length);
      if (word === 'match') return match(this.primary(), this.primary());
      if (word === 'index') {
        const [text, chars] = [Array.from(this.primary()), this.primary()];
        return String(text.findIndex((char) => chars.includes(char)) + 1);
      }
      if (word === 'substr') {
        const [text, from, count] = [Array.from(this.primary()), Number(this.primary()), Number(this.primary())];
        return from < 1 || !(count > 0) ? '' : text.slice(from - 1, from - 1 + count).join('');
      }
    }
    return word;
  }
}

const isNumber = (text: string): boolean => /^-?\d+$/.test(text);
const empty = (text: string): boolean => text === '' || /^-?0+$/.test(text);

function combine(operator: string, left: string, right: string): string {
  switch (operator) {
    case '|':
      return empty(left) ? (empty(right) ? '0' : right) : left;
    case '&':
      return empty(left) || empty(right) ? '0' : left;
    case ':':
      return match(left, right);
    case '+':
    case '-':
    case '*':
    case '/':
    case '%':
      return String(calculate(operator, left, right));
    default:
      return compare(operator, left, right) ? '1' : '0';
  }
}

function calculate(operator: string, left: string, right: string): bigint {
  if (!isNumber(left) || !isNumber(right)) throw new CommandFailure('non-integer argument', 2);
  const [a, b] = [BigInt(left), BigInt(right)];
  if ((operator === '/' || operator === '%') && b === 0n) throw new CommandFailure('division by zero', 2);
  return operator === '+'
    ? a + b
    : operator === '-'
      ? a - b
      : operator === '*'
        ? a * b
        : operator === '/'
          ? a / b
          : a % b;
}

function compare(operator: string, left: string, right: string): boolean {
  const numbers = isNumber(left) && isNumber(right);
  const order = numbers ? Number(BigInt(left) - BigInt(right)) : left < right ? -1 : left > right ? 1 : 0;
  switch (operator) {
    case '!=':
      return order !== 0;
    case '<':
      return order < 0;
    case '<=':
      return order <= 0;
    case '>':
      return order > 0;
    case '>=':
      return order >= 0;
    default:
      return order === 0;
  }
}

function match(text: string, pattern: string): string {
  const grouped = /\\\(/.test(pattern);
  const found = posixRegExp(pattern.replace(/^\^/, ''), 'y', 'grep').exec(text);
  if (grouped) return found?.[1] ?? '';
  return String(found ? Array.from(found[0]).length : 0);
}
