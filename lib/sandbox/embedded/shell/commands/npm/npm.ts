import type { CommandContext } from '../context';
import type { NpmConfig } from './config';
import { prefixOf, Project } from './project';

/** The version whose ways these are: the one that comes with Node 20. */
export const NPM_VERSION = '10.8.2';
export const NODE_VERSION = '20.20.2';

/** One call of npm: what it was asked, and the folder it works in. */
export class Npm {
  readonly prefix: string;

  constructor(
    readonly context: CommandContext,
    readonly config: NpmConfig,
    /** The command by its full name. */
    readonly command: string,
    readonly args: readonly string[],
  ) {
    // In the environment it is the prefix of what is installed for all.
    const folder = config.given.get('prefix')?.at(-1);
    this.prefix = folder === undefined ? prefixOf(context) : context.path(folder);
    const npmrc = `${this.prefix}/.npmrc`;
    if (context.sys.isFile(npmrc)) config.read(new TextDecoder().decode(context.sys.read(npmrc)));
  }

  /** The project; throws `NpmError` where there is none. */
  project(): Project {
    return new Project(this.context, this.prefix);
  }

  say(line: string): void {
    this.context.out.write(`${line}\n`);
  }

  /** Prints a line about what npm does, unless it is to be silent. */
  tell(line: string): void {
    if (!this.config.silent) this.say(line);
  }

  warn(line: string): void {
    if (!this.config.silent) this.context.err.write(`npm warn ${line}\n`);
  }
}

/** A command of npm's; gives its exit code. */
export type NpmCommand = (npm: Npm) => number | Promise<number>;
