import { CommandFailure } from '../context';
import type { ArrayNames } from './arrays';
import { number, text, value, type Code, type Emitter } from './code';
import { builtinCall } from './emit-builtin';
import type { AwkExpression, FunctionDefinition, LValue } from './syntax';

/** Compiles the expressions of one rule or function to JavaScript. `g` holds the global variables, `rt` is the runtime. */
export class ExpressionEmitter implements Emitter {
  /** Names of the variables for values that are evaluated only once. */
  readonly temporaries: string[] = [];

  constructor(
    private readonly names: ArrayNames,
    private readonly functions: ReadonlyMap<string, FunctionDefinition>,
    private readonly regexps: Map<string, string>,
    private readonly inside?: FunctionDefinition,
  ) {}

  number(one: AwkExpression): string {
    const { js, gives } = this.emit(one);
    return gives === 'number' ? js : `rt.number(${js})`;
  }

  text(one: AwkExpression): string {
    const { js, gives } = this.emit(one);
    return gives === 'text' ? js : `rt.text(${js})`;
  }

  value(one: AwkExpression): string {
    return this.emit(one).js;
  }

  truth(one: AwkExpression): string {
    if (one.kind === 'compare') return this.comparison(one);
    if (one.kind === 'logical') return `(${this.truth(one.left)} ${one.operator} ${this.truth(one.right)})`;
    if (one.kind === 'unary' && one.operator === '!') return `!${this.truth(one.value)}`;
    const { js, gives } = this.emit(one);
    return gives === 'number' ? `((${js}) !== 0)` : `rt.truth(${js})`;
  }

  temporary(): string {
    const name = `t${this.temporaries.length}`;
    this.temporaries.push(name);
    return name;
  }

  /** A regular expression; a literal is compiled only once. */
  regexp(one: AwkExpression): string {
    if (one.kind !== 'regexp') return `rt.regexp(${this.text(one)})`;
    const known = this.regexps.get(one.source);
    const name = known ?? `r${this.regexps.size}`;
    this.regexps.set(one.source, name);
    return name;
  }

  isArray(name: string): boolean {
    if (this.inside?.parameters.includes(name)) return this.names.parameters.get(this.inside.name)?.has(name) ?? false;
    return this.names.global.has(name);
  }

  array(name: string): string {
    if (!this.isArray(name)) throw new CommandFailure(`line 1: illegal reference to ${name}`, 2);
    return this.variable(name);
  }

  keys(keys: readonly AwkExpression[]): string {
    return keys.map((key) => this.text(key)).join(' + rt.text(g.$SUBSEP) + ');
  }

  read(place: LValue): string {
    if (place.kind === 'field') return `rt.field(${this.number(place.index)})`;
    if (place.kind === 'element') return `${this.array(place.array)}.get(${this.keys(place.keys)})`;
    if (this.isArray(place.name)) throw new CommandFailure(`line 1: illegal reference to array ${place.name}`, 2);
    return this.variable(place.name);
  }

  write(place: LValue, js: string): string {
    if (place.kind === 'field') return `rt.setField(${this.number(place.index)}, ${js})`;
    if (place.kind === 'element') return `${this.array(place.array)}.put(${this.keys(place.keys)}, ${js})`;
    if (this.isArray(place.name)) throw new CommandFailure(`line 1: illegal reference to array ${place.name}`, 2);
    return `(${this.variable(place.name)} = ${js})`;
  }

  /** Reads and writes the same place, evaluating its index only once. */
  update(place: LValue, made: (read: string) => string): string {
    if (place.kind === 'name') return this.write(place, made(this.read(place)));
    const key = this.temporary();
    if (place.kind === 'field')
      return `(${key} = ${this.number(place.index)}, rt.setField(${key}, ${made(`rt.field(${key})`)}))`;
    const array = this.array(place.array);
    return `(${key} = ${this.keys(place.keys)}, ${array}.put(${key}, ${made(`${array}.get(${key})`)}))`;
  }

  emit(one: AwkExpression): Code {
    switch (one.kind) {
      case 'number':
        return number(`(${one.value})`);
      case 'string':
        return text(JSON.stringify(one.value));
      case 'regexp':
        return number(`(rt.matches(rt.text(rt.field(0)), ${this.regexp(one)}) ? 1 : 0)`);
      case 'name':
      case 'field':
      case 'element':
        return value(this.read(one));
      case 'assign':
        return this.assignment(one);
      case 'step':
        return this.step(one);
      case 'unary':
        if (one.operator === '!') return number(`(${this.truth(one.value)} ? 0 : 1)`);
        return number(`(${one.operator} ${this.number(one.value)})`);
      case 'arithmetic':
        return number(this.arithmetic(one.operator, this.number(one.left), this.number(one.right)));
      case 'compare':
        return number(`(${this.comparison(one)} ? 1 : 0)`);
      case 'match': {
        const test = `rt.matches(${this.text(one.left)}, ${this.regexp(one.right)})`;
        return number(`(${test} ? ${one.negated ? '0 : 1' : '1 : 0'})`);
      }
      case 'concat':
        return text(`(${this.text(one.left)} + ${this.text(one.right)})`);
      case 'logical':
        return number(`(${this.truth(one)} ? 1 : 0)`);
      case 'choice':
        return value(`(${this.truth(one.test)} ? ${this.value(one.yes)} : ${this.value(one.no)})`);
      case 'in':
        return number(`(${this.array(one.array)}.has(${this.keys(one.keys)}) ? 1 : 0)`);
      case 'call':
        return value(this.call(one));
      case 'builtin':
        return builtinCall(this, one.name, one.args);
      case 'getline':
        return number(this.getline(one));
      case 'group': {
        const [only] = one.items;
        if (one.items.length !== 1 || !only) throw new CommandFailure('line 1: syntax error at or near ,', 2);
        return this.emit(only);
      }
    }
  }

  variable(name: string): string {
    return this.inside?.parameters.includes(name) ? `l$${name}` : `g.$${name}`;
  }

  private arithmetic(operator: string, left: string, right: string): string {
    return operator === '^' ? `((${left}) ** (${right}))` : `(${left} ${operator} ${right})`;
  }

  private comparison({ operator, left, right }: Extract<AwkExpression, { kind: 'compare' }>): string {
    const [first, second] = [this.emit(left), this.emit(right)];
    const sign = operator === '==' || operator === '!=' ? `${operator}=` : operator;
    if (first.gives === 'number' && second.gives === 'number') return `(${first.js} ${sign} ${second.js})`;
    return `(rt.compare(${first.js}, ${second.js}) ${sign} 0)`;
  }

  private assignment({ operator, place, value: given }: Extract<AwkExpression, { kind: 'assign' }>): Code {
    if (operator === '=') return value(this.write(place, this.value(given)));
    const right = this.number(given);
    return number(
      this.update(place, (read) => this.arithmetic(operator.slice(0, -1), `rt.number(${read})`, `(${right})`)),
    );
  }

  private step({ by, before, place }: Extract<AwkExpression, { kind: 'step' }>): Code {
    const change = by === 1 ? '+ 1' : '- 1';
    if (before) return number(this.update(place, (read) => `rt.number(${read}) ${change}`));
    const old = this.temporary();
    return number(`(${this.update(place, (read) => `(${old} = rt.number(${read})) ${change}`)}, ${old})`);
  }

  private call({ name, args }: Extract<AwkExpression, { kind: 'call' }>): string {
    const called = this.functions.get(name);
    const arrays = this.names.parameters.get(name);
    if (!called || args.length > called.parameters.length)
      throw new CommandFailure(`line 1: too many arguments in call to ${name}`, 2);
    const given = args.map((arg, at) => {
      const wantsArray = arrays?.has(called.parameters[at] ?? '') ?? false;
      if (!wantsArray) return this.value(arg);
      if (arg.kind !== 'name') throw new CommandFailure(`line 1: type error in arg(${at + 1}) in call to ${name}`, 2);
      return this.array(arg.name);
    });
    return `(await f$${name}(${given.join(', ')}))`;
  }

  private getline({ from, source, place }: Extract<AwkExpression, { kind: 'getline' }>): string {
    const into = place ? `async (read) => { ${this.write(place, 'read')}; }` : 'undefined';
    if (from === 'main' || !source) return `(await rt.getline(${into}))`;
    return `(await rt.getlineFrom(${JSON.stringify(from)}, ${this.text(source)}, ${into}))`;
  }
}
