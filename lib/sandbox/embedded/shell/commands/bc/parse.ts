import { CommandFailure } from '../context';

export type BcNode =
  | { readonly kind: 'number' | 'string' | 'name'; readonly text: string }
  | { readonly kind: 'element'; readonly text: string; readonly index: BcNode }
  | { readonly kind: 'call'; readonly text: string; readonly args: readonly BcNode[] }
  | { readonly kind: 'unary'; readonly text: string; readonly of: BcNode }
  | { readonly kind: 'step'; readonly text: string; readonly of: BcNode; readonly before: boolean }
  | { readonly kind: 'binary' | 'assign'; readonly text: string; readonly left: BcNode; readonly right: BcNode };

export type BcStatement =
  | { readonly kind: 'value' | 'print' | 'return'; readonly values: readonly BcNode[] }
  | { readonly kind: 'block'; readonly body: readonly BcStatement[] }
  | {
      readonly kind: 'if';
      readonly test: BcNode;
      readonly body: BcStatement;
      readonly otherwise: BcStatement | undefined;
    }
  | {
      readonly kind: 'for';
      readonly start?: BcNode | undefined;
      readonly test?: BcNode | undefined;
      readonly step?: BcNode | undefined;
      readonly body: BcStatement;
    }
  | { readonly kind: 'break' | 'continue' | 'halt' }
  | { readonly kind: 'define'; readonly name: string; readonly made: Defined };

export interface Defined {
  readonly parameters: readonly string[];
  readonly locals: readonly string[];
  readonly body: readonly BcStatement[];
}

const TOKEN =
  /\/\*[^]*?\*\/|#[^\n]*|\\\n|[ \t\r]+|(?<number>[0-9A-F]+\.?[0-9A-F]*|\.[0-9A-F]+)|(?<string>"[^"]*")|(?<name>[a-z_][a-z0-9_]*)|(?<mark>\n|[-+*/%^]=|[<>=!]=|\+\+|--|&&|\|\||[-+*/%^=<>!(){}[\],;.])/gy;

interface Token {
  readonly kind: 'number' | 'string' | 'name' | 'mark';
  readonly text: string;
}

function tokensOf(text: string): Token[] {
  const found: Token[] = [];
  let at = 0;
  TOKEN.lastIndex = 0;
  for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
    at = TOKEN.lastIndex;
    const { number, string, name, mark } = match.groups ?? {};
    if (number !== undefined) found.push({ kind: 'number', text: number });
    else if (string !== undefined) found.push({ kind: 'string', text: string.slice(1, -1) });
    else if (name !== undefined) found.push({ kind: 'name', text: name });
    else if (mark !== undefined) found.push({ kind: 'mark', text: mark });
  }
  if (at < text.length)
    throw new CommandFailure(`(standard_in) ${text.slice(0, at).split('\n').length}: illegal character: ${text[at]}`);
  return found;
}

const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['<', '>', '<=', '>=', '==', '!='],
  ['+', '-'],
  ['*', '/', '%'],
];

/** Words that are no names of variables. */
const RESERVED = new Set('auto break continue define else for halt if print quit return while'.split(' '));

/** Thrown by `quit`, which ends everything as soon as it is read. */
export class BcQuit extends Error {}

/** Parses a bc program into statements. Throws a `CommandFailure` on a syntax error. */
export class BcParser {
  private readonly tokens: Token[];
  private at = 0;
  /** Where the line or function that is read begins. */
  private begun = 0;
  private line = 1;
  /** How many loops are around what is read. */
  private loops = 0;
  private inFunction = false;

  constructor(text: string) {
    this.tokens = tokensOf(text);
  }

  /** The next line, or a function; undefined at the end. A line with a mistake does nothing at all. */
  next(): BcStatement | undefined {
    this.lines();
    this.begun = this.at;
    this.loops = 0;
    this.inFunction = false;
    if (this.at >= this.tokens.length) return undefined;
    if (this.is('define', 'name')) return this.definition();
    const body: BcStatement[] = [];
    for (const ends = () => this.at >= this.tokens.length || this.is('\n'); !ends();) {
      if (this.take(';')) continue;
      body.push(this.statement());
      if (!ends() && !this.is(';')) throw this.fault();
    }
    return { kind: 'block', body };
  }

  /** After an error, skips the rest of the line. */
  recover(): void {
    const { tokens, begun } = this;
    while (this.at < tokens.length && !(this.at > begun && tokens[this.at - 1]?.text === '\n')) this.at++;
  }

  private is = (text: string, kind: Token['kind'] = 'mark'): boolean =>
    this.tokens[this.at]?.kind === kind && this.tokens[this.at]?.text === text;

  private take(text: string, kind: Token['kind'] = 'mark'): boolean {
    if (!this.is(text, kind)) return false;
    if (text === '\n') this.line++;
    this.at++;
    return true;
  }

  private must(text: string): void {
    if (!this.take(text)) throw this.fault();
  }

  private fault = (what = 'syntax error'): CommandFailure => new CommandFailure(`(standard_in) ${this.line}: ${what}`);

  private skip(): void {
    while (this.take('\n') || this.take(';'));
  }

  private lines(): void {
    while (this.take('\n'));
  }

  private block(): BcStatement[] {
    this.lines();
    this.must('{');
    const body: BcStatement[] = [];
    for (this.skip(); !this.take('}'); this.skip()) {
      if (this.at >= this.tokens.length) throw this.fault();
      body.push(this.statement());
    }
    return body;
  }

  private statement(): BcStatement {
    if (this.is('{')) return { kind: 'block', body: this.block() };
    const word = this.tokens[this.at]?.kind === 'name' ? this.tokens[this.at]?.text : undefined;
    if (word === 'define') throw this.fault();
    if (word === 'if' || word === 'while' || word === 'for') return this.control(word);
    if (word === 'quit') throw new BcQuit();
    if (word === 'break' && this.loops === 0) throw this.fault('Break outside a for/while');
    if (word === 'continue' && this.loops === 0) throw this.fault('Continue outside a for');
    if (word === 'return' && !this.inFunction) throw this.fault('Return outside of a function.');
    if (word === 'break' || word === 'continue' || word === 'halt') {
      this.at++;
      return { kind: word };
    }
    if (word === 'return' || word === 'print') {
      this.at++;
      const values: BcNode[] = [];
      const ends = () => this.at >= this.tokens.length || ['\n', ';', '}'].some((mark) => this.is(mark));
      while (!ends()) {
        values.push(this.expression());
        if (!this.take(',')) break;
      }
      return { kind: word, values };
    }
    return { kind: 'value', values: [this.expression()] };
  }

  private control(word: 'if' | 'while' | 'for'): BcStatement {
    this.at++;
    this.must('(');
    if (word === 'for') {
      const part = (end: string) => {
        const found = this.is(end) ? undefined : this.expression();
        this.must(end);
        return found;
      };
      const [start, test, step] = [part(';'), part(';'), part(')')];
      this.lines();
      return { kind: 'for', start, test, step, body: this.looped() };
    }
    const test = this.expression();
    this.must(')');
    this.lines();
    if (word === 'while') return { kind: 'for', test, body: this.looped() };
    const body = this.statement();
    const mark = this.at;
    this.skip();
    if (this.take('else', 'name')) {
      this.lines();
      return { kind: 'if', test, body, otherwise: this.statement() };
    }
    this.at = mark;
    return { kind: 'if', test, body, otherwise: undefined };
  }

  private looped(): BcStatement {
    this.loops += 1;
    const body = this.statement();
    this.loops -= 1;
    return body;
  }

  private definition(): BcStatement {
    this.at++;
    this.inFunction = true;
    if (this.take('void', 'name')) this.lines();
    const name = this.tokens[this.at++]?.text ?? '';
    this.must('(');
    const parameters = this.names(')');
    this.must(')');
    this.lines();
    this.must('{');
    this.skip();
    const locals = this.take('auto', 'name') ? this.names('\n', ';') : [];
    const body: BcStatement[] = [];
    for (this.skip(); !this.take('}'); this.skip()) {
      if (this.at >= this.tokens.length) throw this.fault();
      body.push(this.statement());
    }
    return { kind: 'define', name, made: { parameters, locals, body } };
  }

  private names(...ends: string[]): string[] {
    const found: string[] = [];
    while (!ends.some((end) => this.is(end))) {
      const token = this.tokens[this.at++];
      if (token?.kind !== 'name') throw this.fault();
      found.push(this.take('[') ? `${token.text}[]` : token.text);
      if (found.at(-1)?.endsWith('[]')) this.must(']');
      this.take(',');
    }
    return found;
  }

  expression(): BcNode {
    const left = this.level(0);
    const mark = this.tokens[this.at];
    if (mark?.kind !== 'mark' || !/^[-+*/%^]?=$/.test(mark.text)) return left;
    if (left.kind !== 'name' && left.kind !== 'element') throw this.fault();
    this.at++;
    return { kind: 'assign', text: mark.text, left, right: this.expression() };
  }

  private level(depth: number): BcNode {
    const marks = LEVELS[depth];
    if (!marks) return this.power();
    let left = this.level(depth + 1);
    for (;;) {
      const mark = marks.find((one) => this.is(one));
      if (mark === undefined) return left;
      this.at++;
      left = { kind: 'binary', text: mark, left, right: this.level(depth + 1) };
    }
  }

  private power(): BcNode {
    const left = this.unary();
    return this.take('^') ? { kind: 'binary', text: '^', left, right: this.power() } : left;
  }

  private unary(): BcNode {
    for (const text of ['-', '!'] as const) if (this.take(text)) return { kind: 'unary', text, of: this.unary() };
    for (const text of ['++', '--'] as const)
      if (this.take(text)) return { kind: 'step', text, of: this.unary(), before: true };
    const of = this.primary();
    for (const text of ['++', '--'] as const) if (this.take(text)) return { kind: 'step', text, of, before: false };
    return of;
  }

  private primary(): BcNode {
    const token = this.tokens[this.at++];
    if (token?.text === '(' && token.kind === 'mark') {
      const inner = this.expression();
      this.must(')');
      // An assignment in parentheses is printed, too.
      return inner.kind === 'assign'
        ? { kind: 'binary', text: '+', left: inner, right: { kind: 'number', text: '0' } }
        : inner;
    }
    if (token?.kind === 'number' || token?.kind === 'string') return { kind: token.kind, text: token.text };
    if (token?.text === '.') return { kind: 'name', text: 'last' };
    if (token?.kind !== 'name' || RESERVED.has(token.text)) throw this.fault();
    if (this.take('(')) {
      const args: BcNode[] = [];
      while (!this.take(')')) {
        if (this.at >= this.tokens.length) throw this.fault();
        args.push(this.expression());
        this.take(',');
      }
      return { kind: 'call', text: token.text, args };
    }
    if (!this.take('[')) return { kind: 'name', text: token.text };
    if (this.take(']')) return { kind: 'name', text: `${token.text}[]` };
    const index = this.expression();
    this.must(']');
    return { kind: 'element', text: token.text, index };
  }
}
