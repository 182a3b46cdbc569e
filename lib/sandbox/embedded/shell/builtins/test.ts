import { BINARY, binary, UNARY, unary } from '../language/conditional';
import { ShellError } from '../control';
import type { Shell } from '../language/shell';
import type { Builtin } from './builtin';

export const test: Builtin = (shell, args) => (new Expression(shell, args).holds() ? 0 : 1);

export const bracket: Builtin = (shell, args) => {
  if (args.at(-1) !== ']') throw new ShellError("missing `]'", 2);
  return new Expression(shell, args.slice(0, -1)).holds() ? 0 : 1;
};

/** The expression of `test`. Up to four arguments, POSIX defines its meaning by their number. */
class Expression {
  private at = 0;

  constructor(
    private readonly shell: Shell,
    private readonly args: string[],
  ) {}

  holds(): boolean {
    const { args } = this;
    const [first = '', second = '', third = ''] = args;
    if (args.length === 0) return false;
    if (args.length === 1) return first !== '';
    if (args.length === 2) return this.two(first, second);
    if (args.length === 3) {
      if (BINARY.test(second)) return binary(this.shell, first, second, third);
      if (second === '-a') return first !== '' && third !== '';
      if (second === '-o') return first !== '' || third !== '';
      if (first === '!') return !this.two(second, third);
      if (first === '(' && third === ')') return second !== '';
      throw new ShellError(`${second}: binary operator expected`, 2);
    }
    if (args.length === 4 && first === '!') return !new Expression(this.shell, args.slice(1)).holds();
    if (args.length === 4 && first === '(' && args[3] === ')') return this.two(second, third);
    const result = this.either();
    if (this.at < args.length) throw new ShellError('too many arguments', 2);
    return result;
  }

  private two(first: string, second: string): boolean {
    if (first === '!') return second === '';
    if (UNARY.test(first)) return unary(this.shell, first, second);
    throw new ShellError(`${first}: unary operator expected`, 2);
  }

  private either(): boolean {
    let result = this.both();
    while (this.args[this.at] === '-o') {
      this.at += 1;
      const right = this.both();
      result = result || right;
    }
    return result;
  }

  private both(): boolean {
    let result = this.primary();
    while (this.args[this.at] === '-a') {
      this.at += 1;
      const right = this.primary();
      result = result && right;
    }
    return result;
  }

  private primary(): boolean {
    const first = this.args[this.at++];
    if (first === undefined) throw new ShellError('argument expected', 2);
    if (first === '!') return !this.primary();
    const operator = this.args[this.at];
    if (operator !== undefined && BINARY.test(operator) && this.at + 1 < this.args.length) {
      this.at += 2;
      return binary(this.shell, first, operator, this.args[this.at - 1] ?? '');
    }
    if (first === '(') {
      const inner = this.either();
      if (this.args[this.at++] !== ')') throw new ShellError("`)' expected", 2);
      return inner;
    }
    if (UNARY.test(first) && this.at < this.args.length) return unary(this.shell, first, this.args[this.at++] ?? '');
    return first !== '';
  }
}
