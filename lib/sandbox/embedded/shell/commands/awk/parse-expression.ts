import { CommandFailure } from '../context';
import type { AwkExpression, LValue, Redirection } from './syntax';
import type { Token, TokenType } from './tokens';

const ASSIGNS = new Set(['=', '+=', '-=', '*=', '/=', '%=', '^=']);
const COMPARES = new Set(['<', '<=', '==', '!=', '>', '>=']);

/** Parses expressions, from the weakest operator to the strongest. */
export class Expressions {
  at = 0;
  readonly called = new Set<string>();
  /** True in the arguments and the target of a `print`, in which `>` is a redirection, not a comparison. */
  private bare = false;

  constructor(private readonly tokens: readonly Token[]) {}

  get token(): Token {
    return this.tokens[this.at] ?? { type: 'end', text: 'end of file', line: 0 };
  }

  get type(): TokenType {
    return this.token.type;
  }

  is(text: string): boolean {
    return this.token.text === text && (this.type === 'sign' || this.type === 'word' || this.type === 'newline');
  }

  take(): Token {
    const { token } = this;
    this.at += 1;
    return token;
  }

  eat(text: string): boolean {
    if (!this.is(text)) return false;
    this.at += 1;
    return true;
  }

  expect(text: string): void {
    if (!this.eat(text)) this.unexpected();
  }

  unexpected(): never {
    const { text, line } = this.token;
    throw new CommandFailure(`line ${line}: syntax error at or near ${text === '\n' ? 'end of line' : text}`, 2);
  }

  name(): string {
    if (this.type !== 'name') this.unexpected();
    return this.take().text;
  }

  skipNewlines(): void {
    while (this.eat('\n'));
  }

  skipEnds(): void {
    while (this.eat('\n') || this.eat(';'));
  }

  atEnd(): boolean {
    return this.is(';') || this.is('\n') || this.is('}') || this.type === 'end';
  }

  endOfStatement(): void {
    if (!this.atEnd()) this.unexpected();
    if (!this.is('}')) this.take();
  }

  redirects(): Redirection['to'] | undefined {
    const { text } = this.token;
    return this.type === 'sign' && (text === '>' || text === '>>' || text === '|') ? text : undefined;
  }

  inParentheses(): AwkExpression {
    this.expect('(');
    const made = this.whole();
    this.expect(')');
    return made;
  }

  /** Parses the arguments of `print`: a list, with or without parentheses. */
  printed(): AwkExpression[] {
    this.bare = true;
    const items = this.list();
    this.bare = false;
    const [only] = items;
    return items.length === 1 && only?.kind === 'group' ? only.items : items;
  }

  target(): AwkExpression {
    this.bare = true;
    const made = this.expression();
    this.bare = false;
    return made;
  }

  subscripts(): AwkExpression[] {
    this.expect('[');
    const keys = this.within(() => this.list());
    this.expect(']');
    return keys;
  }

  expression(): AwkExpression {
    const test = this.or();
    if (this.eat('?')) {
      this.skipNewlines();
      const yes = this.expression();
      this.skipNewlines();
      this.expect(':');
      this.skipNewlines();
      return { kind: 'choice', test, yes, no: this.expression() };
    }
    const { text } = this.token;
    if (this.type !== 'sign' || !ASSIGNS.has(text)) return test;
    // `!x = y` and `a && b = c` assign to the last operand.
    return this.assignInto(test);
  }

  private assignInto(left: AwkExpression): AwkExpression {
    if (isPlace(left)) {
      const operator = this.take().text;
      this.skipNewlines();
      return { kind: 'assign', operator, place: left, value: this.expression() };
    }
    if (left.kind === 'unary') return { ...left, value: this.assignInto(left.value) };
    if (left.kind === 'logical' || left.kind === 'compare' || left.kind === 'match')
      return { ...left, right: this.assignInto(left.right) };
    return this.unexpected();
  }

  private within<T>(read: () => T): T {
    const { bare } = this;
    this.bare = false;
    const made = read();
    this.bare = bare;
    return made;
  }

  private whole(): AwkExpression {
    return this.within(() => this.expression());
  }

  private list(): AwkExpression[] {
    const items = [this.expression()];
    while (this.eat(',')) {
      this.skipNewlines();
      items.push(this.expression());
    }
    return items;
  }

  private or(): AwkExpression {
    let left = this.and();
    while (this.eat('||')) {
      this.skipNewlines();
      left = { kind: 'logical', operator: '||', left, right: this.and() };
    }
    return left;
  }

  private and(): AwkExpression {
    let left = this.membership();
    while (this.eat('&&')) {
      this.skipNewlines();
      left = { kind: 'logical', operator: '&&', left, right: this.membership() };
    }
    return left;
  }

  private membership(): AwkExpression {
    let left = this.matching();
    while (this.eat('in')) left = { kind: 'in', keys: left.kind === 'group' ? left.items : [left], array: this.name() };
    return left;
  }

  private matching(): AwkExpression {
    let left = this.comparison();
    while (this.is('~') || this.is('!~'))
      left = { kind: 'match', negated: this.take().text === '!~', left, right: this.comparison() };
    return left;
  }

  private comparison(): AwkExpression {
    const left = this.concatenation();
    const { text } = this.token;
    if (this.type !== 'sign' || !COMPARES.has(text) || (this.bare && text === '>')) return left;
    this.take();
    return { kind: 'compare', operator: text, left, right: this.concatenation() };
  }

  private concatenation(): AwkExpression {
    let left = this.additive();
    for (;;) {
      if (this.is('|') && this.tokens[this.at + 1]?.text === 'getline') {
        this.at += 2;
        const place = this.optionalPlace();
        left = { kind: 'getline', from: 'command', source: left, ...(place && { place }) };
      } else if (this.startsOperand()) left = { kind: 'concat', left, right: this.additive() };
      else return left;
    }
  }

  private startsOperand(): boolean {
    const { type, text } = this.token;
    if (type === 'word') return false;
    if (type === 'sign') return ['$', '!', '(', '++', '--'].includes(text);
    return type !== 'newline' && type !== 'end';
  }

  private additive(): AwkExpression {
    let left = this.multiplicative();
    while (this.is('+') || this.is('-'))
      left = { kind: 'arithmetic', operator: this.take().text, left, right: this.multiplicative() };
    return left;
  }

  private multiplicative(): AwkExpression {
    let left = this.unary();
    while (this.is('*') || this.is('/') || this.is('%'))
      left = { kind: 'arithmetic', operator: this.take().text, left, right: this.unary() };
    return left;
  }

  private unary(): AwkExpression {
    const { text } = this.token;
    if (this.type === 'sign' && (text === '!' || text === '-' || text === '+')) {
      this.take();
      return { kind: 'unary', operator: text, value: this.unary() };
    }
    return this.power();
  }

  private power(): AwkExpression {
    const left = this.stepped();
    if (!this.eat('^')) return left;
    // Right-associative; the exponent may have a sign.
    const right = this.is('-') || this.is('+') || this.is('!') ? this.unary() : this.power();
    return { kind: 'arithmetic', operator: '^', left, right };
  }

  private stepped(): AwkExpression {
    if (this.is('++') || this.is('--')) {
      const by = this.take().text === '++' ? 1 : -1;
      return { kind: 'step', by, before: true, place: this.place() };
    }
    const made = this.primary();
    if (!isPlace(made) || !(this.is('++') || this.is('--'))) return made;
    return { kind: 'step', by: this.take().text === '++' ? 1 : -1, before: false, place: made };
  }

  private place(): LValue {
    const made = this.primary();
    return isPlace(made) ? made : this.unexpected();
  }

  private optionalPlace(): LValue | undefined {
    return this.is('$') || this.type === 'name' ? this.place() : undefined;
  }

  private primary(): AwkExpression {
    const { type, text } = this.token;
    switch (type) {
      case 'number':
        this.take();
        return { kind: 'number', value: Number(text) };
      case 'string':
        this.take();
        return { kind: 'string', value: text };
      case 'regexp':
        this.take();
        return { kind: 'regexp', source: text };
      case 'name':
        this.take();
        return this.is('[') ? { kind: 'element', array: text, keys: this.subscripts() } : { kind: 'name', name: text };
      case 'call':
        this.take();
        this.called.add(text);
        return { kind: 'call', name: text, args: this.arguments() };
      case 'builtin':
        return this.builtin();
      case 'word':
        return text === 'getline' ? this.getline() : this.unexpected();
      default:
        return this.sign(text);
    }
  }

  private sign(text: string): AwkExpression {
    if (this.eat('$')) {
      if (this.is('-') || this.is('+') || this.is('!')) return { kind: 'field', index: this.unary() };
      if (this.is('++') || this.is('--')) return { kind: 'field', index: this.stepped() };
      return { kind: 'field', index: this.primary() };
    }
    if (text !== '(' || this.type !== 'sign') return this.unexpected();
    this.take();
    const items = this.within(() => this.list());
    this.skipNewlines();
    this.expect(')');
    const [only] = items;
    if (items.length > 1 || !only) return { kind: 'group', items };
    // In parentheses it is no longer assignable, nor the argument list of `print`.
    return isPlace(only) && !this.is('++') && !this.is('--') && !ASSIGNS.has(this.token.text)
      ? { kind: 'group', items: [only] }
      : only;
  }

  private arguments(): AwkExpression[] {
    this.expect('(');
    this.skipNewlines();
    const args = this.is(')') ? [] : this.within(() => this.list());
    this.skipNewlines();
    this.expect(')');
    return args;
  }

  private builtin(): AwkExpression {
    const { text } = this.take();
    if (this.is('(')) return { kind: 'builtin', name: text, args: this.arguments() };
    return text === 'length' ? { kind: 'builtin', name: text, args: [] } : this.unexpected();
  }

  private getline(): AwkExpression {
    this.take();
    const place = this.optionalPlace();
    if (!this.eat('<')) return { kind: 'getline', from: 'main', ...(place && { place }) };
    return { kind: 'getline', from: 'file', source: this.stepped(), ...(place && { place }) };
  }
}

const isPlace = (one: AwkExpression): one is LValue =>
  one.kind === 'name' || one.kind === 'field' || one.kind === 'element';
