import type { Builtin } from '../builtins/builtin';
import { ShellError } from '../control';
import { binary, unary } from '../language/conditional';
import type { Shell } from '../language/shell';

const UNARY = /^-[bcdefghknprstuwxzGLOS]$/;
const BINARY = /^(?:=|!=|<|>|-(?:eq|ne|lt|le|gt|ge|nt|ot|ef))$/;
const OPERATOR = new RegExp(`${UNARY.source}|${BINARY.source}|^(?:-a|-o|!|\\(|\\))$`);

export const testHere: Builtin = (shell, args) => (new DashTest(shell, args).holds() ? 0 : 1);

export const bracketHere: Builtin = (shell, args) => {
  if (args.at(-1) !== ']') throw new ShellError('missing ]', 2);
  return new DashTest(shell, args.slice(0, -1)).holds() ? 0 : 1;
};

/** The expression of dash's `test`: a word is an operator by what it is and by how many words follow. */
class DashTest {
  private at = 0;

  constructor(
    private readonly shell: Shell,
    private words: readonly string[],
  ) {}

  holds(): boolean {
    if (this.words.length === 0) return false;
    let wanted = true;
    while ((this.words.length === 3 || this.words.length === 4) && !this.isComparison()) {
      if (this.words[0] === '(' && this.words.at(-1) === ')') {
        this.words = this.words.slice(1, -1);
        break;
      }
      if (this.words[0] !== '!') break;
      wanted = !wanted;
      this.words = this.words.slice(1);
    }
    const holds = this.isComparison() ? this.compare() : this.either();
    const left = this.words[this.at];
    if (left !== undefined && this.words[this.at + 1] !== undefined)
      throw new ShellError(`${left}: unexpected operator`, 2);
    return holds === wanted;
  }

  /** Of three words, the middle one decides. */
  private isComparison(): boolean {
    return this.words.length === 3 && BINARY.test(this.words[1] ?? '');
  }

  /** The operator at a place, unless the word there is an operand. */
  private operator(at: number): string | undefined {
    const [word, next, after] = this.words.slice(at, at + 3);
    if (word === undefined || !OPERATOR.test(word)) return undefined;
    if (word === '(' && next === undefined) return undefined;
    const isOperand = next === undefined || (after !== undefined && BINARY.test(next));
    return UNARY.test(word) && isOperand ? undefined : word;
  }

  private either(): boolean {
    let holds = this.both();
    while (this.operator(this.at + 1) === '-o') {
      this.at += 2;
      holds = this.both() || holds;
    }
    return holds;
  }

  private both(): boolean {
    let holds = this.single();
    while (this.operator(this.at + 1) === '-a') {
      this.at += 2;
      holds = this.single() && holds;
    }
    return holds;
  }

  private single(): boolean {
    if (this.operator(this.at) !== '!') return this.primary();
    if (this.words[this.at + 1] === undefined) return true;
    this.at += 1;
    return !this.single();
  }

  private primary(): boolean {
    const word = this.words[this.at];
    if (word === undefined) return false;
    const operator = this.operator(this.at);
    if (operator === '(') {
      this.at += 1;
      if (this.operator(this.at) === ')') return false;
      const holds = this.either();
      this.at += 1;
      if (this.operator(this.at) !== ')') throw new ShellError('closing paren expected', 2);
      return holds;
    }
    if (operator !== undefined && UNARY.test(operator)) {
      this.at += 1;
      const operand = this.words[this.at];
      if (operand === undefined) throw new ShellError(`${operator}: argument expected`, 2);
      if (operator === '-t' && !/^\d+$/.test(operand)) throw new ShellError(`Illegal number: ${operand}`, 2);
      return unary(this.shell, operator, operand);
    }
    return BINARY.test(this.operator(this.at + 1) ?? '') ? this.compare() : word !== '';
  }

  private isThere(path: string): boolean {
    return unary(this.shell, '-e', path);
  }

  private compare(): boolean {
    const [left = '', operator = '', right] = this.words.slice(this.at, this.at + 3);
    if (right === undefined) throw new ShellError(`${operator}: argument expected`, 2);
    this.at += 2;
    // A file that is not there is neither newer nor older.
    if (/^-[no]t$/.test(operator) && !(this.isThere(left) && this.isThere(right))) return false;
    return binary(this.shell, left, operator, right);
  }
}
