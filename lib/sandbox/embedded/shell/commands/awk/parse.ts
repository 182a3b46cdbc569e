import { CommandFailure } from '../context';
import { Expressions } from './parse-expression';
import type { FunctionDefinition, Program, Redirection, AwkRule, AwkStatement } from './syntax';
import { tokensOf } from './tokens';

/** Parses a program. Throws `CommandFailure` with mawk's message. */
export function parseAwk(source: string): Program {
  return new Parser(tokensOf(source)).program();
}

class Parser extends Expressions {
  program(): Program {
    const rules: AwkRule[] = [];
    const functions = new Map<string, FunctionDefinition>();
    for (this.skipEnds(); this.type !== 'end'; this.skipEnds()) {
      if (this.is('function') || this.is('func')) {
        const made = this.definition();
        functions.set(made.name, made);
      } else rules.push(this.rule());
    }
    const missing = [...this.called].find((name) => !functions.has(name));
    if (missing !== undefined)
      throw new CommandFailure(`line ${this.token.line + 1}: function ${missing} never defined`, 2);
    return { rules, functions };
  }

  private definition(): FunctionDefinition {
    this.take();
    const name = this.take().text;
    this.expect('(');
    const parameters: string[] = [];
    while (!this.is(')')) {
      this.skipNewlines();
      parameters.push(this.name());
      if (!this.eat(',')) break;
      this.skipNewlines();
    }
    this.expect(')');
    this.skipNewlines();
    return { name, parameters, body: this.block() };
  }

  private rule(): AwkRule {
    if (this.eat('BEGIN')) return { pattern: { kind: 'begin' }, body: this.block() };
    if (this.eat('END')) return { pattern: { kind: 'end' }, body: this.block() };
    if (this.is('{')) return { pattern: { kind: 'always' }, body: this.block() };
    const test = this.expression();
    let pattern: AwkRule['pattern'] = { kind: 'when', test };
    if (this.eat(',')) {
      this.skipNewlines();
      pattern = { kind: 'range', from: test, to: this.expression() };
    }
    if (this.is('{')) return { pattern, body: this.block() };
    this.endOfStatement();
    return { pattern };
  }

  private block(): AwkStatement {
    this.expect('{');
    const body: AwkStatement[] = [];
    for (this.skipEnds(); !this.is('}'); this.skipEnds()) {
      if (this.type === 'end') this.unexpected();
      body.push(this.statement());
    }
    this.expect('}');
    return { kind: 'block', body };
  }

  /** The body of a loop or a branch. */
  private body(): AwkStatement {
    this.skipNewlines();
    if (this.eat(';')) return { kind: 'block', body: [] };
    return this.statement();
  }

  private statement(): AwkStatement {
    const { text } = this.token;
    if (text === '{' && this.type === 'sign') return this.block();
    if (this.type === 'word') {
      if (text === 'if') return this.branch();
      if (text === 'for') return this.loop();
      if (text === 'while') {
        this.take();
        const test = this.inParentheses();
        if (this.eat(';')) return { kind: 'while', test, body: { kind: 'block', body: [] } };
        return { kind: 'while', test, body: this.body() };
      }
      if (text === 'do') return this.doLoop();
    }
    const made = this.simple();
    this.endOfStatement();
    return made;
  }

  private branch(): AwkStatement {
    this.take();
    const test = this.inParentheses();
    const yes = this.body();
    const { at } = this;
    this.skipEnds();
    if (this.eat('else')) return { kind: 'if', test, yes, no: this.body() };
    this.at = at;
    return { kind: 'if', test, yes };
  }

  private doLoop(): AwkStatement {
    this.take();
    const body = this.body();
    this.skipEnds();
    this.expect('while');
    const test = this.inParentheses();
    this.endOfStatement();
    return { kind: 'do', test, body };
  }

  private loop(): AwkStatement {
    this.take();
    this.expect('(');
    const { at } = this;
    if (this.type === 'name') {
      const place = this.take().text;
      if (this.eat('in') && this.type === 'name') {
        const array = this.take().text;
        if (this.eat(')')) return { kind: 'each', place, array, body: this.body() };
      }
      this.at = at;
    }
    const part = <T>(end: string, read: () => T): T | undefined => {
      const made = this.is(end) ? undefined : read();
      this.expect(end);
      this.skipNewlines();
      return made;
    };
    const first = part(';', () => this.simple());
    const test = part(';', () => this.expression());
    const step = part(')', () => this.simple());
    const body = this.body();
    return { kind: 'for', body, ...(first && { first }), ...(test && { test }), ...(step && { step }) };
  }

  private simple(): AwkStatement {
    const { text } = this.token;
    if (this.type !== 'word') return { kind: 'expression', value: this.expression() };
    switch (text) {
      case 'print':
      case 'printf':
        return this.print();
      case 'delete': {
        this.take();
        const array = this.name();
        return this.is('[') ? { kind: 'delete', array, keys: this.subscripts() } : { kind: 'delete', array };
      }
      case 'break':
      case 'continue':
      case 'next':
      case 'nextfile':
        this.take();
        return { kind: 'leave', how: text };
      case 'exit':
      case 'return':
        this.take();
        return this.atEnd() ? { kind: text } : { kind: text, value: this.expression() };
      default:
        return { kind: 'expression', value: this.expression() };
    }
  }

  private print(): AwkStatement {
    const formatted = this.take().text === 'printf';
    const items = this.atEnd() || this.redirects() ? [] : this.printed();
    if (formatted && items.length === 0) this.unexpected();
    const to = this.redirects();
    if (!to) return { kind: 'print', formatted, items };
    this.take();
    const redirection: Redirection = { to, target: this.target() };
    return { kind: 'print', formatted, items, redirection };
  }
}
