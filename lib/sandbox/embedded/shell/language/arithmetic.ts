import { parse, type ArithmeticExpression } from 'unbash';
import { ShellError } from '../control';

/** What an expression needs from the shell. */
export interface ArithmeticScope {
  /** The value of `name` or `name[subscript]` as text. Throws if it is unset under `set -u`. */
  get(name: string, subscript: string | undefined): string | undefined;
  set(name: string, subscript: string | undefined, value: string): void;
}

const wrap = (value: bigint): bigint => BigInt.asIntN(64, value);
const parsed = new Map<string, ArithmeticExpression | null>();
const MOST_KEPT = 2000;
const MOST_NESTED = 1000;

/** The value of an arithmetic expression that is already expanded. Throws `ShellError`. */
export function evaluate(text: string, scope: ArithmeticScope, depth = 0): bigint {
  const plain = text.trim();
  if (plain === '') return 0n;
  if (/^[1-9]\d{0,17}$|^0$/.test(plain)) return BigInt(plain);
  if (depth > MOST_NESTED)
    throw new ShellError(`${plain}: expression recursion level exceeded (error token is "${plain}")`);
  return new Evaluation(scope, plain, depth).value(treeOf(plain));
}

function treeOf(text: string): ArithmeticExpression {
  let tree = parsed.get(text);
  if (tree === undefined) {
    if (parsed.size > MOST_KEPT) parsed.clear();
    // To the parser, `<(` begins a process substitution.
    const { commands, errors } = parse(`((${text.replaceAll(/[<>](?=\()/g, '$& ')}\n))`);
    const command = commands[0]?.command;
    tree = !errors?.length && command?.type === 'ArithmeticCommand' ? (command.expression ?? null) : null;
    parsed.set(text, tree);
  }
  if (!tree) throw syntaxError(text, text.slice(-1));
  return tree;
}

const syntaxError = (text: string, token: string): ShellError =>
  new ShellError(`${text}: syntax error: operand expected (error token is "${token}")`);

class Evaluation {
  constructor(
    private readonly scope: ArithmeticScope,
    private readonly text: string,
    private readonly depth: number,
  ) {}

  value(node: ArithmeticExpression): bigint {
    switch (node.type) {
      case 'ArithmeticGroup':
        return this.value(node.expression);
      case 'ArithmeticWord':
        return this.word(node.value);
      case 'ArithmeticTernary':
        return this.value(node.test) === 0n ? this.value(node.alternate) : this.value(node.consequent);
      case 'ArithmeticUnary':
        return this.unary(node.operator, node.operand, node.prefix);
      case 'ArithmeticBinary':
        return this.binary(node.operator, node.left, node.right);
      case 'ArithmeticCommandExpansion':
        throw syntaxError(this.text, node.text);
    }
  }

  private word(text: string): bigint {
    const word = text.trim();
    if (/^\d/.test(word)) return numberOf(word, this.text);
    const { name, subscript } = this.place(word);
    const found = this.scope.get(name, subscript);
    if (found === undefined || found === '') return 0n;
    return /^-?\d+$/.test(found) && !/^-?0\d/.test(found)
      ? wrap(BigInt(found))
      : evaluate(found, this.scope, this.depth + 1);
  }

  private place(word: string): { name: string; subscript: string | undefined } {
    const match = /^([A-Za-z_]\w*)(?:\[([^]*)\])?$/.exec(word);
    if (!match?.[1]) throw syntaxError(this.text, word || this.text.slice(-1));
    if (match[2]?.trim() === '') throw new ShellError(`${match[1]}[]: bad array subscript`);
    return { name: match[1], subscript: match[2]?.replace(/^'([^']*)'$/, '$1') };
  }

  private unary(operator: string, operand: ArithmeticExpression, prefix: boolean): bigint {
    // Before anything but a variable, they are two signs.
    if ((operator === '++' || operator === '--') && prefix && !isVariable(operand)) return this.value(operand);
    if (operator === '++' || operator === '--') {
      if (operand.type !== 'ArithmeticWord') throw syntaxError(this.text, operator);
      const before = this.value(operand);
      const after = wrap(operator === '++' ? before + 1n : before - 1n);
      this.assign(operand, after);
      return prefix ? after : before;
    }
    const value = this.value(operand);
    if (operator === '-') return wrap(-value);
    if (operator === '!') return value === 0n ? 1n : 0n;
    return operator === '~' ? ~value : value;
  }

  private assign(target: ArithmeticExpression, value: bigint): bigint {
    if (target.type !== 'ArithmeticWord' || /^\d/.test(target.value)) {
      throw new ShellError(
        `${this.text}: attempted assignment to non-variable (error token is "${this.text.slice(target.end)}")`,
      );
    }
    const { name, subscript } = this.place(target.value.trim());
    this.scope.set(name, subscript, String(value));
    return value;
  }

  private binary(operator: string, left: ArithmeticExpression, right: ArithmeticExpression): bigint {
    if (operator === '=') return this.assign(left, this.value(right));
    if (operator === ',') {
      this.value(left);
      return this.value(right);
    }
    if (operator === '&&') return this.value(left) !== 0n && this.value(right) !== 0n ? 1n : 0n;
    if (operator === '||') return this.value(left) !== 0n || this.value(right) !== 0n ? 1n : 0n;
    const assigns = /^(?:[-+*/%&|^]|<<|>>)=$/.test(operator);
    const result = this.calculate(assigns ? operator.slice(0, -1) : operator, this.value(left), this.value(right));
    return assigns ? this.assign(left, result) : result;
  }

  private calculate(operator: string, a: bigint, b: bigint): bigint {
    const plain = CALCULATE[operator];
    if (plain) return wrap(plain(a, b));
    const truth = COMPARE[operator];
    if (truth) return truth(a, b) ? 1n : 0n;
    if (operator === '**') {
      if (b < 0n) throw new ShellError(`${this.text}: exponent less than 0 (error token is "${b}")`);
      return power(a, b);
    }
    if (operator !== '/' && operator !== '%') throw syntaxError(this.text, operator);
    if (b === 0n) throw new ShellError(`${this.text}: division by 0 (error token is "${b}")`);
    return wrap(operator === '/' ? a / b : a % b);
  }
}

const isVariable = (node: ArithmeticExpression): boolean =>
  node.type === 'ArithmeticWord' && /^[A-Za-z_]/.test(node.value.trim());

const CALCULATE: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << (b & 63n),
  '>>': (a, b) => a >> (b & 63n),
};

const COMPARE: Readonly<Record<string, (a: bigint, b: bigint) => boolean>> = {
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
};

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let factor = base;
  for (let left = exponent; left > 0n; left >>= 1n) {
    if (left & 1n) result = wrap(result * factor);
    factor = wrap(factor * factor);
  }
  return result;
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ@_';

function numberOf(word: string, text: string): bigint {
  if (/^0[xX][\da-fA-F]+$/.test(word)) return wrap(BigInt(word.toLowerCase()));
  if (/^0[0-7]*$/.test(word)) return word === '0' ? 0n : wrap(BigInt(`0o${word.slice(1)}`));
  if (/^[1-9]\d*$/.test(word)) return wrap(BigInt(word));
  const based = /^(\d+)#([\w@]+)$/.exec(word);
  const base = Number(based?.[1] ?? 0);
  if (/^0\d+$/.test(word)) throw new ShellError(`${text}: value too great for base (error token is "${word}")`);
  if (based?.[1]?.startsWith('0'))
    throw new ShellError(
      `${text}: ${/[89]/.test(based[1]) ? 'value too great for base' : 'invalid number'} (error token is "${word}")`,
    );
  if (!based?.[2] || base < 2 || base > 64)
    throw new ShellError(`${text}: syntax error: invalid arithmetic operator (error token is "${word}")`);
  let value = 0n;
  for (const char of based[2]) {
    const digit = DIGITS.indexOf(base <= 36 ? char.toLowerCase() : char);
    if (digit < 0 || digit >= base)
      throw new ShellError(`${text}: value too great for base (error token is "${word}")`);
    value = value * BigInt(base) + BigInt(digit);
  }
  return wrap(value);
}
