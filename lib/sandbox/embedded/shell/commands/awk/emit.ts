import { CommandFailure } from '../context';
import { arrayNames, type ArrayNames } from './arrays';
import { ExpressionEmitter } from './emit-expression';
import type { Runtime } from './runtime';
import type { FunctionDefinition, Program, AwkRule, AwkStatement } from './syntax';

/** A compiled program. `main` processes each record. */
export interface Compiled {
  begin(): Promise<void>;
  main: (() => Promise<void>) | undefined;
  end: (() => Promise<void>) | undefined;
}

/** Compiles a program to JavaScript, so that loops run at the engine's speed. Throws `CommandFailure`. */
export function compileAwk(program: Program, runtime: Runtime): Compiled {
  const names = arrayNames(program);
  for (const name of names.global) runtime.globals.declareArray(name);
  const source = new Emitter(program, names).source();
  // The sandbox's workers may run generated code: it reaches nothing that awk's own code cannot reach.
  // oxlint-disable-next-line no-new-func, typescript/no-implied-eval
  return new Function('rt', 'g', 'Table', source)(runtime, runtime.globals, runtime.Table);
}

class Emitter {
  private readonly regexps = new Map<string, string>();

  constructor(
    private readonly program: Program,
    private readonly names: ArrayNames,
  ) {}

  source(): string {
    const { rules, functions } = this.program;
    const of = (kind: AwkRule['pattern']['kind']) => rules.filter(({ pattern }) => pattern.kind === kind);
    const records = rules.filter(({ pattern }) => pattern.kind !== 'begin' && pattern.kind !== 'end');
    const begin = this.rules(of('begin'));
    const main = this.rules(records);
    const end = this.rules(of('end'));
    const defined = [...functions.values()].map((one) => this.definition(one));
    const ranges = records.map((_, at) => `let in${at} = false;`);
    const regexps = [...this.regexps].map(([source, name]) => `const ${name} = rt.regexp(${JSON.stringify(source)});`);
    return [
      ...regexps,
      ...ranges,
      ...defined,
      `return { begin: async () => { ${begin} },`,
      `main: ${records.length > 0 ? `async () => { ${main} }` : 'undefined'},`,
      `end: ${of('end').length > 0 ? `async () => { ${end} }` : 'undefined'} };`,
    ].join('\n');
  }

  private rules(rules: readonly AwkRule[]): string {
    const emitter = new ExpressionEmitter(this.names, this.program.functions, this.regexps);
    const statements = new StatementEmitter(emitter, 'return;');
    const lines = rules.map(({ pattern, body }, at) => {
      const action = body ? statements.emit(body) : `rt.out.write(rt.line([rt.field(0)])); ${DRAIN}`;
      if (pattern.kind === 'when') return `if (${emitter.truth(pattern.test)}) { ${action} }`;
      if (pattern.kind !== 'range') return action;
      const [from, to] = [emitter.truth(pattern.from), emitter.truth(pattern.to)];
      return `if (in${at} || ${from}) { in${at} = !${to}; ${action} }`;
    });
    return declared(emitter) + lines.join('\n');
  }

  private definition(definition: FunctionDefinition): string {
    const emitter = new ExpressionEmitter(this.names, this.program.functions, this.regexps, definition);
    const body = new StatementEmitter(emitter, 'throw rt.NEXT;', true).emit(definition.body);
    const parameters = definition.parameters.map((name) =>
      emitter.isArray(name) ? `l$${name} = new Table()` : `l$${name}`,
    );
    return `async function f$${definition.name}(${parameters.join(', ')}) { ${declared(emitter)} ${body} }`;
  }
}

const declared = ({ temporaries }: ExpressionEmitter): string =>
  temporaries.length > 0 ? `let ${temporaries.join(', ')};\n` : '';

const DRAIN = 'if (rt.out.full) await rt.out.flush();';
/** Lets a key press or a signal end a loop. */
const PAUSE = 'if (--rt.fuel < 0) await rt.breathe();';

class StatementEmitter {
  private loops = 0;

  /** `next`: the code that continues with the next record. */
  constructor(
    private readonly expressions: ExpressionEmitter,
    private readonly next: string,
    private readonly inFunction = false,
  ) {}

  emit(one: AwkStatement): string {
    const { expressions } = this;
    switch (one.kind) {
      case 'block':
        return `{ ${one.body.map((each) => this.emit(each)).join('\n')} }`;
      case 'expression':
        return `${expressions.value(one.value)};`;
      case 'print':
        return this.print(one);
      case 'if': {
        const other = one.no ? ` else { ${this.emit(one.no)} }` : '';
        return `if (${expressions.truth(one.test)}) { ${this.emit(one.yes)} }${other}`;
      }
      case 'while':
        return `while (${expressions.truth(one.test)}) { ${PAUSE} ${this.body(one.body)} }`;
      case 'do':
        return `do { ${PAUSE} ${this.body(one.body)} } while (${expressions.truth(one.test)});`;
      case 'for': {
        const first = one.first ? this.emit(one.first) : '';
        const test = one.test ? expressions.truth(one.test) : 'true';
        const step = one.step?.kind === 'expression' ? expressions.value(one.step.value) : '';
        return `{ ${first} for (; ${test}; ${step}) { ${PAUSE} ${this.body(one.body)} } }`;
      }
      case 'each': {
        const place = expressions.write({ kind: 'name', name: one.place }, 'key');
        const array = expressions.array(one.array);
        return `for (const key of ${array}.keys()) { ${PAUSE} ${place}; ${this.body(one.body)} }`;
      }
      case 'delete': {
        const array = expressions.array(one.array);
        return one.keys ? `${array}.delete(${expressions.keys(one.keys)});` : `${array}.clear();`;
      }
      case 'leave':
        return this.leave(one.how);
      case 'exit':
        return `rt.exit(${one.value ? expressions.number(one.value) : ''});`;
      case 'return':
        if (!this.inFunction) throw new CommandFailure('line 1: return outside function body', 2);
        return `return ${one.value ? expressions.value(one.value) : ''};`;
    }
  }

  private body(body: AwkStatement): string {
    this.loops += 1;
    const made = this.emit(body);
    this.loops -= 1;
    return made;
  }

  private leave(how: Extract<AwkStatement, { kind: 'leave' }>['how']): string {
    if (how === 'next') return this.next;
    if (how === 'nextfile') return `rt.skipFile(); ${this.next}`;
    if (this.loops === 0) throw new CommandFailure(`line 1: ${how} statement outside of loop`, 2);
    return `${how};`;
  }

  private print({ formatted, items, redirection }: Extract<AwkStatement, { kind: 'print' }>): string {
    const { expressions } = this;
    const [first, ...rest] = items;
    const values = `[${(formatted ? rest : items).map((item) => expressions.value(item)).join(', ')}]`;
    const where = redirection ? `, ${JSON.stringify(redirection.to)}, ${expressions.text(redirection.target)}` : '';
    const made =
      formatted && first
        ? `rt.format(${expressions.text(first)}, ${values})`
        : `rt.line(${items.length > 0 ? values : '[rt.field(0)]'})`;
    if (redirection) return `await rt.streams.write(${made}${where});`;
    return `rt.out.write(${made}); ${DRAIN}`;
  }
}
