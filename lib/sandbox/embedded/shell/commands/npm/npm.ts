import type { CommandContext } from '../context';
import type { NpmConfig } from './config';
import { prefixOf, Project } from './project';

/** The npm version to imitate, the one that comes with this Node version. */
export const NPM_VERSION = '10.8.2';
export const NODE_VERSION = '20.20.2';

/** One call of npm: its settings and arguments, and the folder it works in. */
export class Npm {
  readonly prefix: string;

  constructor(
    readonly context: CommandContext,
    readonly config: NpmConfig,
    /** The full name of the command. */
    readonly command: string,
    readonly args: readonly string[],
  ) {
    // Only the option counts: in the environment it is the prefix for global packages.
    const folder = config.given.get('prefix')?.at(-1);
    this.prefix = folder === undefined ? prefixOf(context) : context.path(folder);
    const npmrc = `${this.prefix}/.npmrc`;
    if (context.sys.isFile(npmrc)) config.read(new TextDecoder().decode(context.sys.read(npmrc)));
  }

  /** The project; throws `NpmError` if there is none. */
  project(): Project {
    return new Project(this.context, this.prefix);
  }

  say(line: string): void {
    this.context.out.write(`${line}\n`);
  }

  /** Prints a line about npm's progress, unless npm is silent. */
  tell(line: string): void {
    if (!this.config.silent) this.say(line);
  }

  warn(line: string): void {
    if (!this.config.silent) this.context.err.write(`npm warn ${line}\n`);
  }
}

/** An npm command; returns its exit code. */
export type NpmCommand = (npm: Npm) => number | Promise<number>;
