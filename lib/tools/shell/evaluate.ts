import type { CommandNode, PipelineNode, ScriptNode, SimpleCommandNode, StatementNode } from 'just-bash';
import { append, either, printed, TooComplexError, UNKNOWN, type Alternatives } from './alternatives';
import { builtins } from './builtins';
import { modelText, modelWords, type Substitution } from './expand';
import { readFile, writeFile } from './files';
import type { Parse } from './parse';
import { branchOf, fork, joinBranch, type ShellModel } from './shell-model';
import { substitutions, type CompoundNode, type Redirection } from './syntax';
import { programOf, unwrap } from './unwrap';

/** One command as it would run, as far as is known. */
export interface Executed {
  /** The program and its arguments; unknown parts are `UNKNOWN`. */
  readonly argv: readonly string[];
  /** The folders it may run in. */
  readonly cwd: Alternatives;
}

export interface Watcher {
  readonly parse: Parse;
  /** Called with every command that would run. */
  command(executed: Executed): void;
  /** Called with every file that a redirection would write to. */
  write(path: string): void;
  /** Called with every function that is defined. */
  define(name: string, body: CommandNode): void;
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
    return this.script(this.watcher.parse(script.replaceAll(UNKNOWN, '_')), model);
  }

  script(script: ScriptNode, model: ShellModel): Alternatives {
    return this.#statements(script.statements, model);
  }

  substitute(body: ScriptNode, model: ShellModel): Alternatives {
    return this.script(body, fork(model));
  }

  runInside(node: unknown, model: ShellModel): void {
    for (const body of substitutions(node)) {
      if (typeof body === 'string') this.text(body, fork(model));
      else this.substitute(body, model);
    }
  }

  #statements(statements: readonly StatementNode[], model: ShellModel): Alternatives {
    if (++this.#depth > MOST_DEPTH) throw new TooComplexError();
    const output = statements.reduce<Alternatives>(
      (before, statement) => printed(before, this.#statement(statement, model)),
      [''],
    );
    this.#depth--;
    return output;
  }

  #statement({ pipelines, operators, background }: StatementNode, outer: ShellModel): Alternatives {
    this.#step();
    const model = background ? fork(outer) : outer;
    let output: Alternatives = [''];
    let branch = model;
    const branches: ShellModel[] = [];
    for (const [index, pipeline] of pipelines.entries()) {
      if (index > 0 && operators[index - 1] !== ';') {
        branch = branchOf(branch);
        branches.push(branch);
      }
      output = printed(output, this.#pipeline(pipeline, branch));
    }
    for (const taken of branches) joinBranch(model, taken);
    return output;
  }

  #pipeline({ commands }: PipelineNode, model: ShellModel): Alternatives {
    const [only] = commands;
    if (commands.length === 1 && only) return this.#command(only, model);
    let { stdin } = model;
    for (const command of commands) stdin = this.#command(command, { ...fork(model), stdin });
    return stdin;
  }

  #command(command: CommandNode, model: ShellModel): Alternatives {
    if (command.type === 'FunctionDef') {
      this.watcher.define(command.name, command.body);
      model.functions.set(command.name, command.body);
      return [''];
    }
    const { stdin } = model;
    const { input, outputs } = this.#redirect(command.redirections, model);
    model.stdin = input ?? stdin;
    let output = command.type === 'SimpleCommand' ? this.#simple(command, model) : this.#compound(command, model);
    // `$(<file)` reads the file.
    if (input && command.type === 'SimpleCommand' && !command.name) output = input;
    model.stdin = stdin;
    for (const { path, adds, takes } of outputs) writeFile(model, path, takes ? output : [UNKNOWN], adds);
    return outputs.some(({ takes }) => takes) ? [''] : output;
  }

  /** Reports the files written to. Returns what is read from a file, here-document or here-string, and where output goes. */
  #redirect(redirections: readonly Redirection[], model: ShellModel): Redirected {
    let input: Alternatives | undefined;
    const outputs: Redirected['outputs'][number][] = [];
    for (const { operator, target, fd } of redirections) {
      const texts = modelText(target.type === 'Word' ? target : target.content, model, this);
      if (operator === '<<<' || target.type === 'HereDoc') input = texts;
      else if (operator === '<') input = texts.flatMap((path) => readFile(model, path));
      else {
        const takes = operator.startsWith('&') || fd === null || fd === 1;
        const paths = operator === '<>' || operator === '<&' ? [] : texts.filter((text) => !/^(\d+|-)$/.test(text));
        outputs.push(...paths.map((path) => ({ path, adds: operator.endsWith('>>'), takes })));
        texts.forEach((text) => this.watcher.write(text));
      }
    }
    return { input, outputs };
  }

  #simple({ assignments, name, args }: SimpleCommandNode, model: ShellModel): Alternatives {
    for (const { name: variable, value, array, append: adds } of assignments) {
      if (array) {
        const items = [...new Set(modelWords(array, model, this).flat())];
        model.arrays.set(variable, adds ? [...(model.arrays.get(variable) ?? []), ...items] : items);
      } else {
        const values = value ? modelText(value, model, this) : [''];
        model.variables.set(variable, adds ? append(model.variables.get(variable) ?? [''], values) : values);
      }
    }
    if (!name) return [''];
    return either(...modelWords([name, ...args], model, this).map((argv) => this.run(argv, model)));
  }

  /** Runs one command with known arguments, and what it runs itself. */
  run(argv: readonly string[], model: ShellModel): Alternatives {
    const commands = unwrap(argv.filter(Boolean), model.stdin);
    return commands.reduce<Alternatives>((before, command) => printed(before, this.#execute(command, model)), ['']);
  }

  /** Runs a function, a script written earlier, a modelled builtin, or a command that the watcher judges. */
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
  #call(name: string, body: CommandNode, args: readonly string[], model: ShellModel): Alternatives {
    const { positional } = model;
    model.functions.delete(name);
    model.positional = args;
    const output = this.#command(body, model);
    model.positional = positional;
    model.functions.set(name, body);
    return output;
  }

  #compound(command: CompoundNode, model: ShellModel): Alternatives {
    switch (command.type) {
      case 'Group':
        return this.#statements(command.body, model);
      case 'Subshell':
        return this.#statements(command.body, fork(model));
      case 'If': {
        const bodies = command.clauses.map(({ condition, body }) => {
          this.#statements(condition, model);
          return this.#maybe(body, model);
        });
        return either([UNKNOWN], ...bodies, this.#maybe(command.elseBody ?? [], model));
      }
      case 'For': {
        const items = command.words ? modelWords(command.words, model, this).flat() : model.positional;
        model.variables.set(command.variable, items.length > 0 ? [...new Set(items)] : ['']);
        return this.#loop(command.body, model);
      }
      case 'CStyleFor':
        this.runInside([command.init, command.condition, command.update], model);
        return this.#loop(command.body, model);
      case 'While':
      case 'Until':
        return this.#loop([...command.condition, ...command.body], model);
      case 'Case':
        this.runInside(command.word, model);
        return either(
          [UNKNOWN],
          ...command.items.map(({ patterns, body }) => {
            this.runInside(patterns, model);
            return this.#maybe(body, model);
          }),
        );
      case 'ArithmeticCommand':
      case 'ConditionalCommand':
        this.runInside(command.expression, model);
        return [''];
    }
  }

  /** Runs a body that may or may not run. */
  #maybe(body: readonly StatementNode[], model: ShellModel): Alternatives {
    const branch = branchOf(model);
    const output = this.#statements(body, branch);
    joinBranch(model, branch);
    return output;
  }

  /** Runs a loop body twice, enough for one round's effects to reach the next. */
  #loop(body: readonly StatementNode[], model: ShellModel): Alternatives {
    return either([UNKNOWN], this.#maybe(body, model), this.#maybe(body, model));
  }
}
