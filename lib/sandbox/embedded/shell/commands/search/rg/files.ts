import type { DirEntry } from '@/lib/ports';
import { globsOfType, knownTypes } from '../../../../../search/file-types';
import { compileGlob, overrideOf } from '../../../../../search/overrides';
import type { SearchSource } from '../../../../../search/source';
import { walkFiles, type WalkOptions } from '../../../../../search/walk';
import { SandboxError } from '@/lib/ports';
import { CommandFailure, type CommandContext } from '../../context';
import type { ParsedOptions } from '../../options';
import { Below, type Needed } from '../below';
import { lastOf, rgNumber, rgSize } from './options';

/** A file to be searched. */
export interface RgFile {
  /** Absolute path. */
  readonly path: string;
  readonly shown: string;
  /** Whether it was named on the command line rather than found below a folder. */
  readonly explicit: boolean;
  /** False if it is known to contain no match. */
  readonly mayMatch: boolean;
}

/** Chooses files by ripgrep's options. Throws `CommandFailure` for invalid options. */
export class RgFiles {
  private readonly walk: WalkOptions;
  private readonly most: number;
  private readonly follows: boolean;

  constructor(
    private readonly context: CommandContext,
    private readonly options: ParsedOptions,
    private readonly needed: Needed | undefined,
    private readonly onProblem: (message: string) => void,
  ) {
    this.follows = options.has('L');
    this.most = options.has('max-filesize') ? rgSize(options.get('max-filesize') ?? '') : Infinity;
    const unrestricted = options.all('u').length;
    const hidden = lastOf(options, '.', 'no-hidden') === '.' || unrestricted > 1;
    const none = options.has('no-ignore') || unrestricted > 0;
    const git =
      none || options.has('no-ignore-vcs') ? 'no' : options.has('no-require-git') ? 'everywhere' : 'repository';
    const anyCase = options.has('glob-case-insensitive');
    const globs = options.list.flatMap(({ name, value }) =>
      name === 'g' ? [{ glob: value, anyCase }] : name === 'iglob' ? [{ glob: value, anyCase: true }] : [],
    );
    const maxDepth = rgNumber(options, 'd');
    this.walk = {
      hidden,
      vcs: hidden,
      base: context.cwd,
      rules: {
        git,
        dot: !none && !options.has('no-ignore-dot'),
        parents: !none && !options.has('no-ignore-parent'),
        extra:
          none || options.has('no-ignore-files') ? [] : options.all('ignore-file').map((path) => this.ruleFile(path)),
      },
      ...(maxDepth !== undefined && { maxDepth }),
      ...(globs.length > 0 && { override: this.failing(() => overrideOf(globs)) }),
      ofType: this.failing(() => typeFilter(options)),
    };
  }

  private ruleFile(path: string): { base: string; text: string } {
    return {
      base: this.context.cwd === '/' ? '/' : `${this.context.cwd}/`,
      text: new TextDecoder().decode(this.context.sys.read(this.context.path(path))),
    };
  }

  private failing<T>(make: () => T): T {
    try {
      return make();
    } catch (error) {
      if (error instanceof SandboxError) throw new CommandFailure(error.message, 2);
      throw error;
    }
  }

  /** The files at or below a path. Throws what the file system throws. */
  *at(path: string, implicit: boolean): Generator<RgFile> {
    const { sys } = this.context;
    const absolute = this.context.path(path);
    if (sys.stat(absolute).type !== 'directory') {
      yield { path: absolute, shown: path, explicit: true, mayMatch: true };
      return;
    }
    const below = new Below(this.context, absolute, this.follows ? undefined : this.needed);
    const source: SearchSource = {
      list: (folder) => (this.follows ? this.followed(folder) : below.list(folder)),
      read: (file) => sys.read(file),
      readPart: (file, offset, length) => sys.readPart(file, offset, length),
      stat: (file) => {
        const { type, size, mtimeMs } = sys.stat(file);
        return { type: type === 'directory' ? 'directory' : 'file', size, mtimeMs };
      },
    };
    const prefix = implicit ? '' : path.replace(/\/*$/, '/');
    const start = absolute === '/' ? 1 : absolute.length + 1;
    for (const file of walkFiles(source, absolute, this.walk)) {
      if (this.most < Infinity && sys.stat(file).size > this.most) continue;
      yield { path: file, shown: prefix + file.slice(start), explicit: false, mayMatch: below.mayMatch(file) };
    }
  }

  /** A folder's entries with links replaced by their targets, except links to a folder that contains them. */
  private followed(folder: string): DirEntry[] {
    const { sys } = this.context;
    return sys.list(folder).flatMap(({ name, type }): DirEntry[] => {
      if (type !== 'symlink') return [{ name, type }];
      try {
        const path = `${folder === '/' ? '' : folder}/${name}`;
        const target = sys.realpath(path);
        if (`${sys.realpath(folder)}/`.startsWith(`${target}/`)) {
          this.onProblem(`File system loop found: ${path} points to an ancestor ${target}`);
          return [];
        }
        return [{ name, type: sys.stat(path).type === 'directory' ? 'directory' : 'file' }];
      } catch {
        return [];
      }
    });
  }
}

/** The known file types and those that the options add. */
export function typesOf(options: ParsedOptions): Map<string, string[]> {
  const types = new Map(knownTypes().map((name) => [name, [...(globsOfType(name) ?? [])]]));
  for (const { name: option, value } of options.list) {
    if (option === 'type-clear') types.delete(value);
    if (option !== 'type-add') continue;
    const [name = '', glob, included] = value.split(':');
    if (glob === undefined || !/^\w+$/.test(name))
      throw new CommandFailure('invalid definition (format is type:glob, e.g., html:*.html)', 2);
    const added =
      glob === 'include'
        ? (included ?? '').split(',').flatMap((one) => types.get(one) ?? [])
        : [value.slice(name.length + 1)];
    types.set(name, [...(types.get(name) ?? []), ...added]);
  }
  return types;
}

function typeFilter(options: ParsedOptions): WalkOptions['ofType'] {
  const types = typesOf(options);
  const filter = (option: string) => {
    const globs = options.all(option).flatMap((name) => {
      const found = name === 'all' ? [...types.values()].flat() : types.get(name);
      if (!found) throw new CommandFailure(`unrecognized file type: ${name}`, 2);
      return found.map((glob) => compileGlob(glob));
    });
    return (file: string) => globs.some((matches) => matches(file));
  };
  if (!options.has('t') && !options.has('T')) return undefined;
  const [wanted, refused] = [filter('t'), filter('T')];
  const wants = options.has('t');
  return (file) => (refused(file) ? false : wants ? wanted(file) : undefined);
}
