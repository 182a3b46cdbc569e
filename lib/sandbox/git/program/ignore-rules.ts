import ignore from 'ignore';
import { resolveFrom } from '../../embedded/fs/paths';
import { readGitText } from '../git-fs';
import type { Context } from './context';
import { globPattern } from './glob';

/** The line of a file that decides over a path. */
export interface IgnoreRule {
  readonly source: string;
  readonly line: number;
  readonly pattern: string;
  readonly ignored: boolean;
}

type Rules = readonly {
  readonly matcher: ReturnType<typeof ignore>;
  readonly pattern: string;
  readonly line: number;
  readonly negative: boolean;
}[];

/** What `.gitignore`, `info/exclude` and `core.excludesFile` say. */
export class GitIgnoreRules {
  private readonly files = new Map<string, Promise<{ all: ReturnType<typeof ignore>; text: string }>>();

  constructor(
    private readonly context: Context,
    private readonly extra: readonly string[] = [],
    private readonly standard = true,
    /** Whether a file of the folder is there, where that is known. */
    private readonly exists: (path: string) => boolean = () => true,
  ) {}

  /** Whether something is ignored whose folder is not. */
  async isIgnored(path: string, isFolder: boolean): Promise<boolean> {
    for (const { all, below, text } of await this.sources(path)) {
      if (below === '') continue;
      const { ignored, unignored } = all.test(isFolder ? `${below}/` : below);
      if (!ignored && !unignored) continue;
      const parent = below.slice(0, below.lastIndexOf('/') + 1);
      // What a file says of the folder does not count where another one has it back.
      if (ignored && parent !== '' && all.ignores(parent)) {
        const own = text.split('\n').findLast((line) => fitsItself(line, below, isFolder));
        if (own === undefined) continue;
        return !own.startsWith('!');
      }
      return ignored;
    }
    return false;
  }

  /** The rule that decides over a path or over a folder it lies in; undefined where none does. */
  async ruleFor(path: string, isFolder: boolean): Promise<IgnoreRule | undefined> {
    const parts = path.split('/');
    for (let depth = 1; depth < parts.length; depth++) {
      const found = await this.ownRule(parts.slice(0, depth).join('/'), true);
      if (found?.ignored) return found;
    }
    return this.ownRule(path, isFolder);
  }

  private async ownRule(path: string, isFolder: boolean): Promise<IgnoreRule | undefined> {
    for (const { text, below, source } of await this.sources(path)) {
      const found = rulesIn(text).findLast(({ matcher }) => matcher.ignores(isFolder ? `${below}/` : below));
      if (found) return { source, line: found.line, pattern: found.pattern, ignored: !found.negative };
    }
    return undefined;
  }

  /** The files that have something to say of a path, the one that counts most first. */
  private async sources(path: string) {
    const { root, common, config, io } = this.context;
    const parts = path.split('/');
    const found = [{ ...this.given(), below: path, source: '' }];
    if (!this.standard) return found;
    for (let depth = parts.length - 1; depth >= 0; depth--) {
      const folder = parts
        .slice(0, depth)
        .map((part) => `${part}/`)
        .join('');
      const source = `${folder}.gitignore`;
      if (this.exists(source))
        found.push({ ...(await this.file(`${root}/${source}`)), below: parts.slice(depth).join('/'), source });
    }
    found.push({ ...(await this.file(`${common}/info/exclude`)), below: path, source: '.git/info/exclude' });
    const own = config.get('core.excludesFile') ?? `${io.env.XDG_CONFIG_HOME ?? `${io.env.HOME}/.config`}/git/ignore`;
    const file = resolveFrom(root, own.replace(/^~(?=\/)/, io.env.HOME ?? ''));
    found.push({ ...(await this.file(file)), below: path, source: own });
    return found;
  }

  private given() {
    return { all: ignore().add([...this.extra]), text: this.extra.join('\n') };
  }

  private file(path: string) {
    const known = this.files.get(path) ?? this.read(path);
    this.files.set(path, known);
    return known;
  }

  private async read(path: string) {
    const text = (await readGitText(this.context.fs, path)) ?? '';
    return { all: ignore().add(text), text };
  }
}

/** Whether a line fits a path itself, not a folder that it lies in. */
function fitsItself(raw: string, path: string, isFolder: boolean): boolean {
  const line = raw.replace(/\r$/, '').replace(/(?<!\\)\s+$/, '');
  const pattern = line.replace(/^!/, '').replace(/\/$/, '');
  if (pattern === '' || line.startsWith('#') || (line.endsWith('/') && !isFolder)) return false;
  const name = pattern.includes('/') ? path : path.slice(path.lastIndexOf('/') + 1);
  return globPattern(pattern.replace(/^\//, ''), { slashes: false }).test(name);
}

/** Each line of a file by itself, as what it would ignore. */
const rulesIn = (text: string): Rules =>
  text.split('\n').flatMap((raw, at) => {
    const pattern = raw.replace(/\r$/, '').replace(/(?<!\\)\s+$/, '');
    if (pattern === '' || pattern.startsWith('#')) return [];
    const negative = pattern.startsWith('!');
    return [{ matcher: ignore().add(negative ? pattern.slice(1) : pattern), pattern, line: at + 1, negative }];
  });
