import { CommandFailure, type Command, type CommandContext } from '../context';
import { decode } from '../../../../bytes-text';
import { parseOptions } from '../options';
import { LIBRARY } from './library';
import {
  added,
  compared,
  divided,
  multiplied,
  negated,
  ONE,
  parsed,
  printed,
  raised,
  remainder,
  rooted,
  toBigInt,
  whole,
  ZERO,
  type Decimal,
} from './number';
import { BcParser, BcQuit, type Defined, type BcNode, type BcStatement } from './parse';

/** `bc`: an arbitrary-precision calculator with GNU's language. */
export const bc: Command = async (context) => {
  const options = parseOptions(context.args, 'l q s w i mathlib=l quiet=q standard=s warn=w interactive=i');
  const machine = new Machine(context, options.has('l'));
  for (const name of options.operands) {
    if (!context.sys.isFile(context.path(name)) && !name.startsWith('/dev/')) {
      context.err.write(`File ${name} is unavailable.\n`);
      return 1;
    }
    if (!(await machine.run(decode(await context.open(name).bytes())))) return machine.status;
  }
  // Answers each line at once, because the writer may be waiting for the answer.
  let [asked, line] = ['', 0];
  let cutOff = '';
  for await (const { texts, whole } of context.in.batches()) {
    if (!whole) cutOff = texts.pop() ?? '';
    if (texts.length > 0) asked += `${texts.join('\n')}\n`;
    if (asked === '' || isOpen(asked)) continue;
    if (!(await machine.run(asked, line))) return machine.status;
    await context.out.flush();
    line += asked.split('\n').length - 1;
    asked = '';
  }
  await machine.run(asked, line);
  // As in GNU's bc, a last line that does not end is not read.
  if (/[^\s]/.test(cutOff) && cutOff.trim() !== 'quit') context.err.write(`(standard_in) ${line + 1}: syntax error\n`);
  return machine.status;
};

/** Whether a block, a string or a comment continues on the next line. */
function isOpen(text: string): boolean {
  const plain = text.replaceAll(/\/\*[^]*?\*\/|"[^"]*"|#.*/g, '');
  const depth = (plain.match(/[{(]/g)?.length ?? 0) - (plain.match(/[})]/g)?.length ?? 0);
  return depth > 0 || /"|\/\*|\\\n$/.test(plain);
}

class Leave extends Error {
  constructor(
    readonly how: 'break' | 'continue' | 'return' | 'halt',
    readonly value: Decimal = ZERO,
  ) {
    super(how);
  }
}

/** Maximum depth of nested calls; beyond it, recursion counts as endless. */
const DEEPEST = 2000;

class Machine {
  status = 0;
  private readonly values = new Map<string, Decimal>();
  private readonly lists = new Map<string, Map<string, Decimal>>();
  private readonly functions = new Map<string, Defined>();
  private base = { in: 10, out: 10 };
  private scale: number;
  private last: Decimal = ZERO;
  private depth = 0;
  private steps = 0;

  constructor(
    private readonly context: CommandContext,
    private readonly withLibrary: boolean,
  ) {
    this.scale = withLibrary ? 20 : 0;
  }

  /** Runs a text; false after `quit`. `before` is the number of lines that came before it. */
  async run(text: string, before = 0): Promise<boolean> {
    const parser = new BcParser(text.endsWith('\n') ? text : `${text}\n`);
    for (;;) {
      try {
        const statement = parser.next();
        if (!statement) return true;
        await this.do(statement);
      } catch (error) {
        if (error instanceof BcQuit || (error instanceof Leave && error.how === 'halt')) return false;
        if (error instanceof Leave) continue;
        if (!(error instanceof CommandFailure)) throw error;
        await this.context.out.flush();
        const isSyntax = error.message.startsWith('(standard_in)');
        this.context.err.write(
          isSyntax
            ? `${error.message.replace(/\d+/, (line) => String(Number(line) + before))}\n`
            : `Runtime error (func=(main), adr=0): ${error.message}\n`,
        );
        if (isSyntax) parser.recover();
      }
    }
  }

  private async do(statement: BcStatement): Promise<void> {
    if (++this.steps % 10_000 === 0) await this.context.out.flush();
    switch (statement.kind) {
      case 'block':
        for (const one of statement.body) await this.do(one);
        return;
      case 'define':
        this.functions.set(statement.name, statement.made);
        return;
      case 'if':
        if ((await this.of(statement.test)).digits !== 0n) await this.do(statement.body);
        else if (statement.otherwise) await this.do(statement.otherwise);
        return;
      case 'for':
        return this.loop(statement);
      case 'break':
      case 'continue':
      case 'halt':
        throw new Leave(statement.kind);
      case 'return':
        throw new Leave('return', statement.values[0] ? await this.of(statement.values[0]) : ZERO);
      case 'print':
        for (const value of statement.values) await this.print(value);
        return;
      default:
        for (const value of statement.values) await this.show(value);
    }
  }

  private async loop({ start, test, step, body }: Extract<BcStatement, { kind: 'for' }>): Promise<void> {
    if (start) await this.of(start);
    while (!test || (await this.of(test)).digits !== 0n) {
      try {
        await this.do(body);
      } catch (error) {
        if (error instanceof Leave && error.how === 'break') return;
        if (!(error instanceof Leave && error.how === 'continue')) throw error;
      }
      if (step) await this.of(step);
    }
  }

  private async show(node: BcNode): Promise<void> {
    if (node.kind === 'string') {
      this.context.out.write(node.text);
      return;
    }
    const value = await this.of(node);
    if (node.kind === 'assign') return;
    this.last = value;
    this.context.out.write(`${printed(value, this.base.out)}\n`);
    if (this.context.out.full) await this.context.out.flush();
  }

  private async print(node: BcNode): Promise<void> {
    const escapes: Readonly<Record<string, string>> = {
      n: '\n',
      t: '\t',
      q: '"',
      a: '\u0007',
      b: '\b',
      f: '\f',
      r: '\r',
      '\\': '\\',
    };
    if (node.kind === 'string') {
      this.context.out.write(node.text.replaceAll(/\\(.)/g, (all, letter: string) => escapes[letter] ?? all));
      return;
    }
    this.last = await this.of(node);
    this.context.out.write(printed(this.last, this.base.out));
  }

  private async of(node: BcNode): Promise<Decimal> {
    switch (node.kind) {
      case 'number':
        return parsed(node.text, this.base.in);
      case 'string':
        throw new CommandFailure('(standard_in) 1: syntax error');
      case 'name':
        return this.read(node.text);
      case 'element':
        return this.lists.get(node.text)?.get(String(toBigInt(await this.of(node.index)))) ?? ZERO;
      case 'call':
        return this.call(node.text, node.args);
      case 'unary': {
        const value = await this.of(node.of);
        return node.text === '-' ? negated(value) : value.digits === 0n ? ONE : ZERO;
      }
      case 'step': {
        const before = await this.of(node.of);
        const after = added(before, whole(node.text === '++' ? 1 : -1));
        await this.write(node.of, after);
        return node.before ? after : before;
      }
      case 'assign': {
        const right = await this.of(node.right);
        const value = node.text === '=' ? right : this.worked(node.text.slice(0, -1), await this.of(node.left), right);
        await this.write(node.left, value);
        return value;
      }
      default: {
        const left = await this.of(node.left);
        if (node.text === '&&' && left.digits === 0n) return ZERO;
        if (node.text === '||' && left.digits !== 0n) return ONE;
        return this.worked(node.text, left, await this.of(node.right));
      }
    }
  }

  private worked(mark: string, a: Decimal, b: Decimal): Decimal {
    const truth = (value: boolean) => (value ? ONE : ZERO);
    const order = compared(a, b);
    const ways: Readonly<Record<string, () => Decimal>> = {
      '+': () => added(a, b),
      '-': () => added(a, negated(b)),
      '*': () => multiplied(a, b, this.scale),
      '/': () => divided(a, b, this.scale),
      '%': () => remainder(a, b, this.scale),
      '^': () => raised(a, b, this.scale),
      '<': () => truth(order < 0),
      '>': () => truth(order > 0),
      '<=': () => truth(order <= 0),
      '>=': () => truth(order >= 0),
      '==': () => truth(order === 0),
      '!=': () => truth(order !== 0),
    };
    return ways[mark]?.() ?? truth(b.digits !== 0n);
  }

  private read(name: string): Decimal {
    if (name === 'scale') return whole(this.scale);
    if (name === 'ibase') return whole(this.base.in);
    if (name === 'obase') return whole(this.base.out);
    return name === 'last' ? this.last : (this.values.get(name) ?? ZERO);
  }

  private async write(place: BcNode, value: Decimal): Promise<void> {
    if (place.kind === 'element') {
      const list = this.lists.get(place.text) ?? new Map<string, Decimal>();
      this.lists.set(place.text, list.set(String(toBigInt(await this.of(place.index))), value));
    } else if (place.kind === 'name') {
      const number = Number(toBigInt(value));
      if (place.text === 'scale') this.scale = Math.max(0, number);
      else if (place.text === 'ibase') this.base = { ...this.base, in: Math.min(16, Math.max(2, number)) };
      else if (place.text === 'obase') this.base = { ...this.base, out: Math.max(2, number) };
      else if (place.text === 'last') this.last = value;
      else this.values.set(place.text, value);
    } else throw new CommandFailure('(standard_in) 1: syntax error');
  }

  private async call(name: string, args: readonly BcNode[]): Promise<Decimal> {
    const own = this.functions.get(name);
    if (own) return this.callOwn(own, args);
    const [first = { kind: 'number', text: '0' } as const] = args;
    if (name === 'read') return parsed((await this.context.in.lines())[0]?.trim() ?? '0', this.base.in);
    const known = ['length', 'scale', 'sqrt'].includes(name);
    const library = this.withLibrary ? LIBRARY.get(name) : undefined;
    if (!known && !library) throw new CommandFailure(`Function ${name} not defined.`);
    const value = await this.of(first);
    if (library) return library(value, this.scale);
    if (name === 'scale') return whole(value.scale);
    if (name === 'sqrt') return rooted(value, this.scale);
    return whole(Math.max(String(value.digits).replace('-', '').length, value.scale, 1));
  }

  private async callOwn({ parameters, locals, body }: Defined, args: readonly BcNode[]): Promise<Decimal> {
    if (args.length !== parameters.length) throw new CommandFailure('Parameter number mismatch');
    if (++this.depth > DEEPEST) throw new CommandFailure('Function calls are too deep');
    const given: (Decimal | Map<string, Decimal>)[] = [];
    for (const arg of args)
      given.push(
        arg.kind === 'name' && arg.text.endsWith('[]')
          ? new Map(this.lists.get(arg.text.slice(0, -2)))
          : await this.of(arg),
      );
    const names = [...parameters, ...locals];
    const saved = names.map((name) =>
      name.endsWith('[]') ? this.lists.get(name.slice(0, -2)) : this.values.get(name),
    );
    const put = (name: string, value: Decimal | Map<string, Decimal> | undefined) => {
      const key = name.replace('[]', '');
      if (value instanceof Map) this.lists.set(key, value);
      else if (value === undefined) (name.endsWith('[]') ? this.lists : this.values).delete(key);
      else this.values.set(key, value);
    };
    names.forEach((name, at) => put(name, given[at]));
    try {
      for (const statement of body) await this.do(statement);
      return ZERO;
    } catch (error) {
      if (error instanceof Leave && error.how === 'return') return error.value;
      throw error;
    } finally {
      names.forEach((name, at) => put(name, saved[at]));
      this.depth--;
    }
  }
}
