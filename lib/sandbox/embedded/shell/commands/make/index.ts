import { collector } from '../../io/open-file';
import { concat, decode } from '../../../../bytes-text';
import { resolveFrom } from '../../../../paths';
import { CommandFailure, type Command, type CommandContext } from '../context';
import { standardFile } from '../stat-path';
import { parseOptions, type ParsedOptions } from '../options';
import { MakeFlags } from './flags';
import { MakeFolder } from './folder';
import {
  DEFAULT,
  filled,
  MakefileFailure,
  overridden,
  readMakefile,
  type Makefile,
  rulesOfTarget,
  type FoundRule,
  type RecipeLine,
} from './makefile';
import { MakeVariables, type TargetScope } from './variables';

const SPEC =
  'n s k B i W: j:: l:: C: f: r R w q t v p d e environment-overrides=e just-print=n dry-run=n recon=n silent=s quiet=s keep-going=k always-make=B ignore-errors=i jobs=j directory:=C file:=f makefile:=f no-builtin-rules=r no-builtin-variables=R print-directory=w no-print-directory question=q touch=t version=v print-data-base=p debug=d what-if:=W new-file:=W assume-new:=W trace';
const LACKING = ['p', 'd'];
const ASSIGNMENT = /^([^:=?+!]+?)(::?=|\?=|\+=|!=|=)(.*)$/s;

/** `make`: follows the rules of a makefile to build targets. */
export const make: Command = async (context) => {
  const options = parseOptions(context.args, SPEC, { status: 2 });
  const lacking = LACKING.find((name) => options.has(name));
  if (lacking !== undefined) throw new CommandFailure(`-${lacking} is not here; -n shows what would be done`, 2);
  if (options.has('v')) {
    context.out.write('GNU Make 4.3\n');
    return 0;
  }
  const made = new Make(context, options);
  try {
    return await made.run();
  } catch (error) {
    if (error instanceof MakefileFailure) context.err.write(`${error.message}\n`);
    else if (error instanceof CommandFailure) context.err.write(`${made.flags.name}: ${error.message}\n`);
    else throw error;
    return 2;
  }
};

class Make {
  private readonly cwd: string;
  private readonly folder: MakeFolder;
  flags: MakeFlags;
  private readonly goals: readonly string[];
  private readonly assignments: readonly string[];
  private readonly variables: MakeVariables;
  private readonly file: Makefile = { rules: [], phony: new Set(), own: [], special: new Map(), included: [] };
  private readonly made = new Map<string, Promise<boolean>>();
  /** The targets whose recipes ran, or would run. */
  private readonly remade = new Set<string>();
  /** The targets whose recipes did not run, as something they need failed. */
  private readonly unmade = new Set<string>();
  private failed = false;
  /** What is being read or expanded. */
  private place = 'make';
  private ran = false;

  constructor(
    private readonly context: CommandContext,
    private readonly options: ParsedOptions,
    /** Whether it has begun again, with included files that it has made. */
    private readonly again = false,
  ) {
    const sets = (word: string): boolean => ASSIGNMENT.test(word);
    this.goals = options.operands.filter((word) => !sets(word));
    this.assignments = options.operands.filter(sets);
    this.flags = new MakeFlags(options, this.assignments, context.env);
    this.cwd = options.all('C').reduce((folder, next) => resolveFrom(folder, next), context.cwd);
    this.folder = new MakeFolder(context.sys, this.cwd);
    this.variables = new MakeVariables(
      {
        folder: this.folder,
        shell: (command) => this.outputOf(command),
        read: (text) => this.read(this.place.split(':')[0] ?? '', text),
        tell: async (kind, text) => {
          if (kind === 'info') this.context.out.write(`${text}\n`);
          else if (kind === 'warning') this.context.err.write(`${this.place}: ${text}\n`);
          else throw new MakefileFailure(this.place, text);
        },
      },
      { MAKELEVEL: '0', ...context.env, CURDIR: this.cwd, MAKEFLAGS: String(this.flags) },
      this.flags.has('e'),
    );
  }

  async run(): Promise<number> {
    const { context, options } = this;
    if (options.has('C') && !context.sys.exists(this.cwd))
      throw new CommandFailure(`*** ${options.get('C')}: No such file or directory.  Stop.`, 2);
    if (!this.flags.has('w')) return this.reach();
    const { name } = this.flags;
    context.out.write(`${name}: Entering directory '${this.cwd}'\n`);
    try {
      return await this.reach();
    } catch (error) {
      if (!(error instanceof CommandFailure)) throw error;
      await this.fail(error.message);
      return error.status;
    } finally {
      context.out.write(`${name}: Leaving directory '${this.cwd}'\n`);
    }
  }

  private async fail(message: string): Promise<void> {
    await this.context.out.flush();
    this.context.err.write(`${this.flags.name}: ${message}\n`);
    await this.context.err.flush();
  }

  private async reach(): Promise<number> {
    const { context, options } = this;
    for (const word of this.flags.assignments) {
      const [, name = '', how = '=', value = ''] = ASSIGNMENT.exec(word) ?? [];
      await this.variables.set(name, how, value, 'command line');
    }
    const names = options.all('f').length > 0 ? options.all('f') : this.folder.standardFile();
    if (names.length === 0 && this.goals.length === 0)
      throw new CommandFailure('*** No targets specified and no makefile found.  Stop.', 2);
    for (const name of names) {
      const isOpen = name === '-' || standardFile(context, name);
      const text = isOpen ? decode(await context.open(name).bytes()) : this.folder.textOf(name);
      if (text === undefined)
        throw new CommandFailure(
          `${name}: No such file or directory\n${this.flags.name}: *** No rule to make target '${name}'.  Stop.`,
          2,
        );
      await this.variables.set('MAKEFILE_LIST', '+=', name);
      await this.read(name, text);
    }
    await this.takeFlags();
    if (await this.makesIncluded()) return new Make(context, options, true).reach();
    for (const warning of overridden(this.file.rules)) context.err.write(`${warning}\n`);
    await context.err.flush();
    const first = this.file.rules
      .flatMap((rule) => rule.targets)
      .find((name) => !name.startsWith('.') && !name.includes('%'));
    const usual = (await this.variables.expand('$(.DEFAULT_GOAL)')).trim() || first;
    const goals = this.goals.length > 0 ? this.goals : usual === undefined ? [] : [usual];
    if (goals.length === 0) throw new CommandFailure('*** No targets.  Stop.', 2);
    await this.variables.set('MAKECMDGOALS', '=', this.goals.join(' '), 'file');
    for (const name of options.all('W')) this.remade.add(name);
    for (const goal of goals) {
      this.ran = false;
      const fine = await this.target(goal, []);
      if (!fine && this.flags.has('k') && this.unmade.has(goal))
        context.err.write(`${this.flags.name}: Target '${goal}' not remade because of errors.\n`);
      if (this.flags.has('q') && this.ran) return 1;
      if (!fine && !this.flags.has('k')) break;
      if (fine && !this.ran && !this.flags.has('s') && !this.flags.has('q'))
        context.out.write(
          this.rulesFor(goal).some(({ rule }) => rule.recipe.length > 0) && !this.file.phony.has(goal)
            ? `${this.flags.name}: '${goal}' is up to date.\n`
            : `${this.flags.name}: Nothing to be done for '${goal}'.\n`,
        );
    }
    return this.failed ? 2 : 0;
  }

  /** Takes the flags that the makefile has set itself. */
  private async takeFlags(): Promise<void> {
    const written = await this.variables.expand('$(MAKEFLAGS)');
    if (written === String(this.flags)) return;
    this.flags = new MakeFlags(this.options, this.assignments, { ...this.context.env, MAKEFLAGS: written });
    await this.variables.set('MAKEFLAGS', ':=', String(this.flags));
  }

  /** Makes the included files that there are rules for; returns whether it made one. */
  private async makesIncluded(): Promise<boolean> {
    const made: string[] = [];
    for (const { name, place, optional } of this.file.included) {
      const before = this.folder.age(name);
      const rules = this.rulesFor(name);
      if (rules.some(({ rule }) => rule.recipe.length > 0) && !this.again) await this.target(name, []);
      else if (before < 0 && !optional) throw new CommandFailure(`${place}: ${name}: No such file or directory`, 2);
      if (this.folder.age(name) > before) made.push(name);
    }
    return made.length > 0;
  }

  private read(name: string, text: string): Promise<void> {
    const at = (place: string) => void (this.place = place);
    return readMakefile(name, text, this.variables, { text: (other) => this.folder.textOf(other), at }, this.file);
  }

  /** The words that run a command of the makefile. */
  private async shellFor(command: string, values = new Map<string, string>()): Promise<string[]> {
    const words = (await this.variables.expand('$(SHELL) $(.SHELLFLAGS)', values)).split(/\s+/).filter(Boolean);
    return [...words, command];
  }

  /** Whether a special target such as `.SILENT` names a target, or all. */
  private marked(special: string, name: string): boolean {
    const named = this.file.special.get(special);
    return named !== undefined && (named.length === 0 || named.includes(name));
  }

  private async outputOf(command: string): Promise<string> {
    const { file, parts } = collector();
    const fds = this.context.fds.clone();
    fds.set(1, file);
    try {
      await this.context.run(await this.shellFor(command), { fds, cwd: this.cwd });
    } finally {
      fds.closeAll();
    }
    return decode(concat(parts)).replace(/\n+$/, '').replaceAll('\n', ' ');
  }

  private rulesFor(name: string): FoundRule[] {
    return rulesOfTarget(this.file, name, (path) => this.folder.exists(path));
  }

  private target(name: string, above: readonly string[]): Promise<boolean> {
    const known = this.made.get(name);
    if (known) return known;
    if (above.includes(name)) {
      this.context.err.write(`${this.flags.name}: Circular ${above.at(-1)} <- ${name} dependency dropped.\n`);
      return Promise.resolve(true);
    }
    const work = this.makeTarget(name, above);
    this.made.set(name, work);
    return work;
  }

  private async makeTarget(name: string, above: readonly string[]): Promise<boolean> {
    const own = this.rulesFor(name);
    const found = own.length > 0 || this.folder.exists(name) ? own : this.rulesFor(DEFAULT);
    if (found.length === 0) {
      if (this.folder.exists(name)) return true;
      const from = above.at(-1);
      this.failed = true;
      await this.fail(
        `*** No rule to make target '${name}'${from === undefined ? '' : `, needed by '${from}'`}.${this.flags.has('k') ? '' : '  Stop.'}`,
      );
      return false;
    }
    if (!found[0]?.rule.apart) return this.follow(name, found, above);
    let fine = true;
    for (const one of found) fine = fine && (await this.follow(name, [one], above));
    return fine;
  }

  /** Makes what the rules of a target need, and runs the recipe of the last one that has one. */
  private async follow(name: string, rules: readonly FoundRule[], above: readonly string[]): Promise<boolean> {
    const main = rules.findLast(({ rule }) => rule.recipe.length > 0);
    const found = main ? [main, ...rules.filter((one) => one !== main)] : rules;
    const needs = [...new Set(found.flatMap(({ rule, stem }) => filled(rule.needs, stem)))];
    const order = found.flatMap(({ rule, stem }) => filled(rule.order, stem));
    const before = this.ran;
    let fine = true;
    for (const need of [...needs, ...order]) {
      fine = (await this.target(need, [...above, name])) && fine;
      if (!fine && !this.flags.has('k')) return false;
    }
    if (!fine) {
      this.unmade.add(name);
      return false;
    }
    const own = this.folder.age(name);
    const newer = needs.filter(
      (need) =>
        this.file.phony.has(need) || this.remade.has(need) || this.folder.age(need) > own || !this.folder.exists(need),
    );
    const always = this.file.phony.has(name) || (main?.rule.apart === true && needs.length === 0);
    const due = always || own < 0 || newer.length > 0 || this.flags.has('B');
    if (!due || !main) {
      this.ran ||= before;
      return true;
    }
    if (this.flags.has('n')) this.remade.add(name);
    const values = new Map([
      ['@', name],
      ['<', needs[0] ?? ''],
      ['^', needs.join(' ')],
      ['+', found.flatMap(({ rule, stem }) => filled(rule.needs, stem)).join(' ')],
      ['?', newer.join(' ')],
      ['*', main.stem],
    ]);
    const env: Record<string, string> = {};
    for (const target of [...above, name])
      for (const one of this.file.own.filter((own) => own.target === target)) {
        const before = values.get(one.name) ?? (await this.variables.expand(`$(${one.name})`));
        if (one.how === '?=' && before !== '') continue;
        const value = await this.variables.expand(one.value, values);
        values.set(one.name, one.how === '+=' && before !== '' ? `${before} ${value}` : value);
        if (one.exported) env[one.name] = values.get(one.name) ?? '';
      }
    const commands = await this.commands(main.rule.recipe, values);
    if (this.flags.has('trace')) {
      const why =
        newer.length === 0 ? `target '${name}' does not exist` : `update target '${name}' due to: ${newer.join(' ')}`;
      this.context.out.write(`${commands[0]?.[1]}: ${why}\n`);
    }
    if (this.flags.has('t') && !this.file.phony.has(name)) return this.touch(name);
    for (const [text, place] of commands) {
      if (await this.command(text, place, name, { env, values })) continue;
      if (this.file.special.has('.DELETE_ON_ERROR') && this.folder.age(name) > own && !this.file.phony.has(name)) {
        await this.fail(`*** Deleting file '${name}'`);
        this.context.sys.remove(resolveFrom(this.cwd, name));
      }
      return false;
    }
    return true;
  }

  private touch(name: string): boolean {
    const { context } = this;
    const path = resolveFrom(this.cwd, name);
    this.ran = true;
    this.remade.add(name);
    if (!this.flags.has('s')) context.out.write(`touch ${name}\n`);
    if (this.flags.has('n')) return true;
    if (this.folder.exists(name)) context.sys.utimes(path, Date.now());
    else context.sys.write(path, new Uint8Array());
    return true;
  }

  private async environment(): Promise<Record<string, string>> {
    const env = { ...this.context.env };
    for (const [name, value] of Object.entries(await this.variables.environment()))
      if (value === undefined) delete env[name];
      else env[name] = value;
    return env;
  }

  /** The commands of a recipe, all of which are expanded before the first one runs, and where they stand. */
  private async commands(
    recipe: readonly RecipeLine[],
    values: ReadonlyMap<string, string>,
  ): Promise<[text: string, place: string][]> {
    const commands: [string, string][] = [];
    for (const { text, place } of recipe) {
      this.place = place;
      // With -n, too, what runs make is run.
      const mark = /\$[({]MAKE[)}]/.test(text) ? '+' : '';
      // What `define` made may be several commands.
      for (const command of (await this.variables.expand(text, values)).split(/(?<!\\)\n/))
        commands.push([mark + command.trim(), place]);
    }
    const [first] = commands;
    if (!first || !this.file.special.has('.ONESHELL')) return commands;
    // One shell runs it all; only the marks of its first command count, though those of others are taken off.
    const [head, ...others] = commands.map(([text]) => text);
    return [[[head, ...others.map((text) => text.replace(/^[-@+\s]+/, ''))].join('\n'), first[1]]];
  }

  private async command(text: string, place: string, name: string, { env, values }: TargetScope): Promise<boolean> {
    const { context } = this;
    const [, marks = '', command = ''] = /^([-@+\s]*)([^]*)$/.exec(text) ?? [];
    if (command === '') return true;
    this.ran = true;
    if (this.flags.has('q')) return false;
    const silent = this.flags.has('s') || this.marked('.SILENT', name);
    if (this.flags.has('n') || !((marks.includes('@') || silent) && !this.flags.has('trace')))
      context.out.write(`${command}\n`);
    if (this.flags.has('n') && !marks.includes('+')) return true;
    const status = await context.run(await this.shellFor(command, values), {
      cwd: this.cwd,
      env: {
        ...(await this.environment()),
        ...env,
        MAKELEVEL: String(this.flags.level + 1),
        MAKEFLAGS: String(this.flags),
      },
    });
    if (status === 0) return true;
    const ignored = marks.includes('-') || this.flags.has('i') || this.marked('.IGNORE', name);
    if (ignored && silent) return true;
    context.err.write(
      `${this.flags.name}: ${ignored ? '' : '*** '}[${place}: ${name}] Error ${status}${ignored ? ' (ignored)' : ''}\n`,
    );
    await context.err.flush();
    if (!ignored) this.failed = true;
    return ignored;
  }
}
