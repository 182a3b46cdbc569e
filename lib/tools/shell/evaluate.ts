import type {
  AndOr,
  Assignment,
  Command,
  CommandArgument,
  CommandNode,
  CompoundCommand,
  CompoundList,
  Coproc,
  ParsedScript,
  PipelineNode,
  Redirection,
  Statement,
  SyntaxNode,
} from 'unbash';
import { append, combine, either, appendOutput, TooComplexError, UNKNOWN, type Alternatives } from './alternatives';
import { builtins } from './builtins';
import { modelAssigned, modelHereText, modelText, modelWords, type Substitution } from './expand';
import { readFile, writeFile } from './files';
import { parseScript } from './parse';
import { branchOf, fork, joinBranch, type FunctionBody, type ShellModel } from './shell-model';
import { substitutions } from './syntax';
import { programOf, unwrap } from './unwrap';

/** One command as it would run, as far as is known. */
export interface Executed {
  /** The program and its arguments; unknown parts are `UNKNOWN`. */
  readonly argv: readonly string[];
  /** The folders it may run in. */
  readonly cwd: Alternatives;
}

interface Watcher {
  /** Called with every command that would run. */
  command(executed: Executed): void;
  /** Called with every file that a redirection would write to. */
  write(path: string): void;
  /** Called with every function that is defined. */
  define(name: string, body: FunctionBody): void;
}

/** What a command reads instead of its input, and the files that get its output or errors. */
interface Redirected {
  readonly input: Alternatives | undefined;
  readonly outputs: readonly { readonly path: string; readonly adds: boolean; readonly takes: boolean }[];
}

/** Whether a script file is run by a shell. */
const isShellScript = (text: string): boolean => !text.startsWith('#!') || /^#!.*\b(ba|da|a|z|k)?sh\b/.test(text);

/** Maximum statements and commands examined before a script counts as too complex. */
const MOST_STEPS = 5000;
const MOST_DEPTH = 40;

/**
 * Walks through a script as a shell would, without running anything, and tells the watcher what would run. If a branch is
 * not certain to be taken, both outcomes count. Throws `TooComplexError`.
 */
export class Evaluation implements Substitution {
  #steps = 0;
  #depth = 0;

  constructor(readonly watcher: Watcher) {}

  /** Evaluates a script's text, such as the argument of `eval` or `bash -c`. Returns what it may print. */
  text(script: string, model: ShellModel): Alternatives {
    if (script.trim() === UNKNOWN) return [UNKNOWN];
    return this.script(parseScript(script.replaceAll(UNKNOWN, '_')), model);
  }

  script(script: ParsedScript, model: ShellModel): Alternatives {
    return this.#statements(script.commands, model);
  }

  substitute(body: ParsedScript, model: ShellModel): Alternatives {
    return this.script(body, fork(model));
  }

  runInside(node: SyntaxNode, model: ShellModel): void {
    for (const body of substitutions(node)) this.substitute(body, model);
  }

  #statements(statements: readonly Statement[], model: ShellModel): Alternatives {
    if (++this.#depth > MOST_DEPTH) throw new TooComplexError();
    const output = statements.reduce<Alternatives>(
      (before, statement) => appendOutput(before, this.#statement(statement, model)),
      [''],
    );
    this.#depth--;
    return output;
  }

  #statement({ command, background }: Statement, outer: ShellModel): Alternatives {
    this.#step();
    const model = background ? fork(outer) : outer;
    return command.type === 'AndOr' ? this.#andOr(command, model) : this.#pipeline(command, model);
  }

  #andOr({ commands: [first, ...rest] }: AndOr, model: ShellModel): Alternatives {
    let output = first ? this.#pipeline(first, model) : [''];
    let branch = model;
    const branches = rest.map((pipeline) => {
      branch = branchOf(branch);
      output = appendOutput(output, this.#pipeline(pipeline, branch));
      return branch;
    });
    for (const taken of branches) joinBranch(model, taken);
    return output;
  }

  #pipeline(node: PipelineNode, model: ShellModel): Alternatives {
    if (node.type !== 'Pipeline') return this.#command(node, model);
    const [only] = node.commands;
    if (node.commands.length === 1 && only) return this.#command(only, model);
    let { stdin } = model;
    for (const command of node.commands) stdin = this.#command(command, { ...fork(model), stdin });
    return stdin;
  }

  #command(node: CommandNode, model: ShellModel): Alternatives {
    switch (node.type) {
      case 'Command':
        return this.#redirected(node.redirects, model, (input) => {
          const output = this.#simple(node, model);
          // `$(<file)` reads the file.
          return input && !node.name ? input : output;
        });
      case 'Redirected':
        return this.#redirected(node.redirects, model, () => this.#compound(node.command, model));
      case 'Function':
        this.watcher.define(node.name.value, node.body);
        model.functions.set(node.name.value, node.body);
        return [''];
      case 'Coproc':
        this.#body(node.body, fork(model));
        return [''];
      default:
        return this.#compound(node, model);
    }
  }

  /** Runs what is called by name: only while the parser recovers from an error is it a list. */
  #body(body: FunctionBody | Coproc['body'], model: ShellModel): Alternatives {
    return body.type === 'CompoundList' ? this.#list(body, model) : this.#command(body, model);
  }

  /** Runs `work` with its input and output redirected. */
  #redirected(
    redirections: readonly Redirection[],
    model: ShellModel,
    work: (input: Alternatives | undefined) => Alternatives,
  ): Alternatives {
    const { stdin } = model;
    const { input, outputs } = this.#redirect(redirections, model);
    model.stdin = input ?? stdin;
    const output = work(input);
    model.stdin = stdin;
    for (const { path, adds, takes } of outputs) writeFile(model, path, takes ? output : [UNKNOWN], adds);
    return outputs.some(({ takes }) => takes) ? [''] : output;
  }

  /** Reports the files written to. Returns what is read from a file, here-document or here-string, and where output goes. */
  #redirect(redirections: readonly Redirection[], model: ShellModel): Redirected {
    let input: Alternatives | undefined;
    const outputs: Redirected['outputs'][number][] = [];
    for (const one of redirections) {
      if (one.type === 'HereDoc') {
        input = modelHereText(one, model, this);
        continue;
      }
      const texts = one.target ? modelText(one.target, model, this) : [''];
      const { operator, descriptor } = one;
      if (operator === '<<<') input = texts;
      else if (operator === '<') input = texts.flatMap((path) => readFile(model, path));
      else {
        const takes =
          operator.startsWith('&') ||
          descriptor === undefined ||
          (descriptor.type === 'FileDescriptor' && descriptor.value === 1);
        const paths = operator === '<>' || operator === '<&' ? [] : texts.filter((text) => !/^(\d+-?|-)$/.test(text));
        outputs.push(...paths.map((path) => ({ path, adds: operator.endsWith('>>'), takes })));
        texts.forEach((text) => this.watcher.write(text));
      }
    }
    return { input, outputs };
  }

  #simple({ prefix, name, args }: Command, model: ShellModel): Alternatives {
    for (const one of prefix) if (one.type === 'Assignment') this.#assign(one, model);
    if (!name) return [''];
    const program = modelWords([name], model, this);
    const rest = args.map((argument) => this.#argument(argument, model));
    return either(...combine([program, ...rest]).map((argv) => this.run(argv.flat(), model)));
  }

  /** The words that an argument may become; an assignment, as of `export`, also takes place. */
  #argument(argument: CommandArgument, model: ShellModel): readonly (readonly string[])[] {
    if (argument.type === 'Word') return modelWords([argument], model, this);
    const values = this.#assign(argument, model);
    return argument.value.type === 'ArrayValue'
      ? [[argument.name]]
      : values.map((value) => [`${argument.name}=${value}`]);
  }

  /** Sets a variable or an array. Returns the values that it may have. */
  #assign({ name, value, index, append: adds }: Assignment, model: ShellModel): Alternatives {
    if (index) this.runInside(index, model);
    if (value.type === 'ArrayValue') {
      const words = modelWords(value.elements, model, this).flat();
      const items = [...new Set(words.map((word) => word.replace(/^\[[^\]]*\]\+?=/, '')))];
      model.arrays.set(name, adds ? [...(model.arrays.get(name) ?? []), ...items] : items);
      return [''];
    }
    const values = modelAssigned(value, model, this);
    const written = index ? `${name}[${index.text}]` : name;
    model.variables.set(written, adds ? append(model.variables.get(written) ?? [''], values) : values);
    if (index) model.arrays.set(name, [...new Set([...(model.arrays.get(name) ?? []), ...values])]);
    return values;
  }

  /** Runs one command with known arguments, and what it runs itself. */
  run(argv: readonly string[], model: ShellModel): Alternatives {
    const commands = unwrap(argv.filter(Boolean), model.stdin);
    return commands.reduce<Alternatives>(
      (before, command) => appendOutput(before, this.#execute(command, model)),
      [''],
    );
  }

  /** Runs a function, a script written earlier, a modelled builtin, or a command that the watcher is told of. */
  #execute(argv: readonly string[], model: ShellModel): Alternatives {
    this.#step();
    const [program = '', ...args] = argv;
    const body = model.functions.get(program);
    if (body) return this.#call(program, body, args, model);
    this.watcher.command({ argv, cwd: model.cwd });
    if (program.includes('/')) {
      for (const text of readFile(model, program).filter(isShellScript))
        this.text(text, { ...fork(model), positional: args });
    }
    return builtins.get(programOf(program))?.({ args, model, evaluation: this }) ?? [UNKNOWN];
  }

  #step(): void {
    if (++this.#steps > MOST_STEPS) throw new TooComplexError();
  }

  /** Runs a function with its own arguments. While it runs, it is not entered again. */
  #call(name: string, body: FunctionBody, args: readonly string[], model: ShellModel): Alternatives {
    const { positional } = model;
    model.functions.delete(name);
    model.positional = args;
    const output = this.#body(body, model);
    model.positional = positional;
    model.functions.set(name, body);
    return output;
  }

  #compound(node: CompoundCommand, model: ShellModel): Alternatives {
    switch (node.type) {
      case 'BraceGroup':
        return this.#list(node.body, model);
      case 'Subshell':
        return this.#list(node.body, fork(model));
      case 'If': {
        const bodies = [node, ...node.elif].map(({ clause, then }) => {
          this.#list(clause, model);
          return this.#maybe(then, model);
        });
        return either([UNKNOWN], ...bodies, node.else ? this.#maybe(node.else, model) : ['']);
      }
      case 'For':
      case 'Select': {
        const items = node.wordlist ? modelWords(node.wordlist, model, this).flat() : model.positional;
        model.variables.set(node.name.value, items.length > 0 ? [...new Set(items)] : ['']);
        return this.#loop(model, node.body);
      }
      case 'ArithmeticFor':
        for (const part of [node.initialize, node.test, node.update]) if (part) this.runInside(part, model);
        return this.#loop(model, node.body);
      case 'While':
        return this.#loop(model, node.clause, node.body);
      case 'Case':
        this.runInside(node.word, model);
        return either(
          [UNKNOWN],
          ...node.items.map(({ pattern, body }) => {
            for (const word of pattern) this.runInside(word, model);
            return this.#maybe(body, model);
          }),
        );
      case 'ArithmeticCommand':
      case 'TestCommand':
        this.runInside(node, model);
        return [''];
    }
  }

  #list({ commands }: CompoundList, model: ShellModel): Alternatives {
    return this.#statements(commands, model);
  }

  /** Runs a body that may or may not run. */
  #maybe({ commands }: Pick<CompoundList, 'commands'>, model: ShellModel): Alternatives {
    const branch = branchOf(model);
    const output = this.#statements(commands, branch);
    joinBranch(model, branch);
    return output;
  }

  /** Runs a loop twice, enough for one round's effects to reach the next. */
  #loop(model: ShellModel, ...lists: readonly CompoundList[]): Alternatives {
    const round = { commands: lists.flatMap(({ commands }) => commands) };
    return either([UNKNOWN], this.#maybe(round, model), this.#maybe(round, model));
  }
}
