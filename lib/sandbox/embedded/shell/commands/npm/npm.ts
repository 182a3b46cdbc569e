import { VERSIONS } from '../../../versions';
import type { CommandContext } from '../context';
import type { NpmConfig } from './config';
import { NpmError } from './npm-error';
import { npmPrefix, PackageFolder } from './project';
import { wholeOf, workspacesOf } from './workspaces';

/** The npm version to imitate: the newest that runs on this Node. */
export const NPM_VERSION = '11.19.1';
export const NODE_VERSION = VERSIONS.node;

/** One call of npm: its settings and arguments, and the folder it works in. */
export class Npm {
  readonly prefix: string;
  /** Whether it works on what is installed for all projects; then, `prefix` is the folder of that. */
  readonly isGlobal: boolean;
  /** The workspace that npm was started in: then it works in the whole project, on that part of it. */
  readonly workspace: string | undefined;

  constructor(
    readonly context: CommandContext,
    readonly config: NpmConfig,
    /** The full name of the command. */
    readonly command: string,
    readonly args: readonly string[],
  ) {
    const { HOME = '' } = context.env;
    this.readSettings('user', `${HOME}/.npmrc`);
    this.isGlobal = config.has('global');
    // Only the option counts: in the environment it is the prefix for global packages.
    const folder = config.given.get('prefix')?.at(-1);
    const nearest = folder === undefined ? npmPrefix(context) : context.path(folder);
    const whole = config.has('workspaces', true) && !this.isGlobal ? wholeOf(context, nearest) : undefined;
    this.workspace = whole === undefined ? undefined : nearest;
    this.prefix = this.isGlobal
      ? `${context.path((config.get('prefix') ?? '/usr').replace(/^(?:~|\$\{HOME\})(?=\/|$)/, HOME))}/lib`
      : (whole ?? nearest);
    if (!this.isGlobal && this.prefix !== HOME) this.readSettings('project', `${this.prefix}/.npmrc`);
  }

  private readSettings(where: string, npmrc: string): void {
    const { sys } = this.context;
    if (sys.isFile(npmrc)) this.config.read(new TextDecoder().decode(sys.read(npmrc)), where, npmrc);
  }

  /** The project; throws `NpmError` if there is none. */
  project(): PackageFolder {
    return new PackageFolder(this.context, this.prefix);
  }

  /**
   * The folders that `--workspace` and `--workspaces` select, or that npm was started in; empty without any. The project's own
   * comes first if it is asked for.
   */
  chosenWorkspaces(): string[] {
    const { config, context } = this;
    const asked = config.all('workspace');
    const isEach = config.has('workspaces');
    if (asked.length === 0 && !isEach) return this.workspace === undefined ? [] : [this.workspace];
    const all = workspacesOf(context, this.project());
    if (all.size === 0) throw new NpmError('No workspaces found!');
    const whole = config.has('include-workspace-root') ? [this.prefix] : [];
    if (asked.length === 0) return [...whole, ...all.values()];
    const named = asked.map((name) => {
      const path = all.get(name) ?? [...all.values()].find((folder) => folder === context.path(name));
      if (path === undefined) throw new NpmError(`No workspaces found:\n  --workspace=${name}`);
      return path;
    });
    return [...whole, ...named];
  }

  /** The kinds of dependencies that `--omit` names or `NODE_ENV=production` leaves out. */
  omitted(): Set<string> {
    const { config, context } = this;
    const isProduction = context.env.NODE_ENV === 'production' || config.has('production') || config.has('prod');
    const omitted = new Set([...config.all('omit'), ...(isProduction ? ['dev'] : [])]);
    for (const kind of config.all('include')) omitted.delete(kind);
    return omitted;
  }

  say(line: string): void {
    this.context.out.write(`${line}\n`);
  }

  /** Prints a line about npm's progress, unless npm is silent. */
  tell(line: string): void {
    if (!this.config.silent) this.say(line);
  }

  /** Like `tell`, beside output for programs. */
  note(line: string): void {
    if (!this.config.silent) this.context.err.write(`${line}\n`);
  }

  warn(line: string): void {
    if (this.config.get('loglevel') !== 'error') this.note(`npm warn ${line}`);
  }
}

/** An npm command; returns its exit code. */
export type NpmCommand = (npm: Npm) => number | Promise<number>;
