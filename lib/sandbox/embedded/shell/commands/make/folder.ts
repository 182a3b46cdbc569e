import { decode, encode } from '../../../../bytes-text';
import { resolveFrom } from '../../../../paths';
import { patternRegExp } from '../../language/pattern';
import type { CommandContext } from '../context';

/** The folder that make works in. */
export class MakeFolder {
  constructor(
    private readonly sys: CommandContext['sys'],
    private readonly cwd: string,
  ) {}

  path = (name: string): string => resolveFrom(this.cwd, name);

  exists = (name: string): boolean => this.sys.exists(this.path(name));

  /** When a file was changed; -1 if there is none. */
  age = (name: string): number => (this.exists(name) ? this.sys.stat(this.path(name), true).mtimeMs : -1);

  /** The makefile that is read if none is named. */
  standardFile(): string[] {
    const name = ['GNUmakefile', 'makefile', 'Makefile'].find((one) => this.sys.isFile(this.path(one)));
    return name === undefined ? [] : [name];
  }

  /** The text of a file; undefined if there is none. */
  textOf = (name: string): string | undefined => {
    const type = this.exists(name) ? this.sys.stat(this.path(name)).type : undefined;
    return type === 'file' || type === 'device' ? decode(this.sys.read(this.path(name))) : undefined;
  };

  write(name: string, text: string): void {
    this.sys.write(this.path(name), encode(text));
  }

  /** The names that a pattern matches. */
  wildcard = (glob: string): string[] => {
    const at = glob.lastIndexOf('/') + 1;
    const folder = this.path(glob.slice(0, at) || '.');
    if (!this.sys.exists(folder)) return [];
    if (!/[*?[]/.test(glob)) return this.exists(glob) ? [glob] : [];
    const pattern = patternRegExp(glob.slice(at));
    return this.sys
      .list(folder)
      .filter(({ name }) => pattern.test(name) && (glob[at] === '.' || !name.startsWith('.')))
      .map(({ name }) => glob.slice(0, at) + name)
      .toSorted();
  };
}
