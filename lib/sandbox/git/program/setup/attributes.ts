import { readGitText } from '../../git-fs';
import type { Repository } from '../../repository';
import { globPattern } from './glob';

/** A value; `true` if set without one, `false` if unset. */
export type AttributeValue = string | boolean;

/** The attributes of a file, by name; undefined for those that a rule takes back. */
export type LoadedAttributes = (path: string) => ReadonlyMap<string, AttributeValue | undefined>;

interface Rule {
  readonly pattern: RegExp;
  readonly wholePath: boolean;
  readonly values: readonly (readonly [string, AttributeValue | undefined])[];
}

/** What macros such as `binary` expand to. */
const MACROS: readonly (readonly [string, readonly string[]])[] = [['binary', ['-diff', '-merge', '-text']]];

/** The attributes of files from `.gitattributes`; inner folders take precedence over outer ones. */
export class Attributes {
  private readonly folders = new Map<string, Promise<readonly Rule[]>>();

  private readonly macros = new Map(MACROS);

  constructor(
    private readonly repository: Pick<Repository, 'fs' | 'root' | 'gitdir' | 'bare'> & {
      /** The path in `core.attributesFile`. */
      readonly attributesFile?: string | undefined;
      /** The text of a file in the index, which counts where the folder has none. */
      readonly staged: (path: string) => Promise<string | undefined>;
    },
  ) {}

  /** The text of a file that is about to be checked out. */
  private coming: ((path: string) => Promise<string | undefined>) | undefined;

  /** While a tree is checked out, its own attributes count, whether or not their files have been written yet. */
  async whileComing<T>(coming: (path: string) => Promise<string | undefined>, run: () => Promise<T>): Promise<T> {
    const before = this.coming;
    this.coming = coming;
    this.folders.clear();
    try {
      return await run();
    } finally {
      this.coming = before;
      this.folders.clear();
    }
  }

  async of(path: string): Promise<Map<string, AttributeValue>> {
    const parts = path.split('/');
    const found = new Map<string, AttributeValue | undefined>();
    // Read the root's file first: files that are applied before it may use its macros.
    await this.rules('');
    this.apply(found, await this.rules('\0own'), path);
    for (let depth = 0; depth < parts.length; depth++) {
      this.apply(found, await this.rules(parts.slice(0, depth).join('/')), parts.slice(depth).join('/'));
    }
    this.apply(found, await this.rules('\0info'), path);
    return new Map([...found].flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
  }

  /** The same without waiting, for files in some folders; the rules of other folders are left out. */
  async load(folders: Iterable<string>): Promise<LoadedAttributes> {
    const known = new Map<string, readonly Rule[]>();
    for (const folder of ['', '\0own', '\0info', ...folders]) known.set(folder, await this.rules(folder));
    return (path) => {
      const parts = path.split('/');
      const found = new Map<string, AttributeValue | undefined>();
      this.apply(found, known.get('\0own') ?? [], path);
      for (let depth = 0; depth < parts.length; depth++)
        this.apply(found, known.get(parts.slice(0, depth).join('/')) ?? [], parts.slice(depth).join('/'));
      this.apply(found, known.get('\0info') ?? [], path);
      return found;
    };
  }

  async get(path: string, name: string): Promise<AttributeValue | undefined> {
    return (await this.of(path)).get(name);
  }

  private apply(found: Map<string, AttributeValue | undefined>, rules: readonly Rule[], path: string): void {
    const name = path.slice(path.lastIndexOf('/') + 1);
    for (const { pattern, wholePath, values } of rules) {
      if (!pattern.test(wholePath ? path : name)) continue;
      for (const [key, value] of values) found.set(key, value);
    }
  }

  private rules(folder: string): Promise<readonly Rule[]> {
    const known = this.folders.get(folder) ?? this.readRules(folder);
    this.folders.set(folder, known);
    return known;
  }

  private async readRules(folder: string): Promise<readonly Rule[]> {
    const { fs, root, gitdir, bare } = this.repository;
    const own = this.repository.attributesFile;
    if (bare || (folder === '\0own' && own === undefined)) return [];
    const path = `${folder === '' ? '' : `${folder}/`}.gitattributes`;
    const text =
      folder === '\0own' && own !== undefined
        ? await readGitText(fs, own)
        : folder === '\0info'
          ? await readGitText(fs, `${gitdir}/info/attributes`)
          : ((await this.coming?.(path)) ??
            (await readGitText(fs, `${root}/${path}`)) ??
            (await this.repository.staged(path)));
    return (text ?? '')
      .replace(/^\ufeff/, '')
      .split('\n')
      .flatMap((line) => this.ruleOf(line));
  }

  private ruleOf(line: string): Rule[] {
    const [, quoted, plain, rest] = /^\s*(?:"((?:[^"\\]|\\.)*)"|([^\s#"]\S*))\s+(.*?)\s*$/.exec(line) ?? [];
    const glob = quoted ?? plain;
    if (glob === undefined || rest === undefined) return [];
    if (glob.startsWith('[attr]')) {
      this.macros.set(glob.slice('[attr]'.length), rest.split(/\s+/));
      return [];
    }
    const values = rest.split(/\s+/).flatMap((word) => [word, ...(this.macros.get(word) ?? [])].map(valueOf));
    const wholePath = glob.includes('/');
    return [{ pattern: globPattern(glob.replace(/^\//, ''), { slashes: false }), wholePath, values }];
  }
}

function valueOf(word: string): readonly [string, AttributeValue | undefined] {
  if (word.startsWith('-')) return [word.slice(1), false];
  if (word.startsWith('!')) return [word.slice(1), undefined];
  const cut = word.indexOf('=');
  return cut < 0 ? [word, true] : [word.slice(0, cut), word.slice(cut + 1)];
}
