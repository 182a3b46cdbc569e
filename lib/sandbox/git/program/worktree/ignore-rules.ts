import ignore from 'ignore';
import { resolveFrom } from '../../../paths';
import { readGitText } from '../../git-fs';
import type { Context } from '../setup/context';
import { globPattern } from '../setup/glob';

/** The line of a file that decides whether a path is ignored. */
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

/** The rules of `.gitignore`, `info/exclude` and `core.excludesFile`. */
export class GitIgnoreRules {
  private readonly files = new Map<string, Promise<{ all: ReturnType<typeof ignore>; text: string }>>();

  constructor(
    private readonly context: Context,
    private readonly extra: readonly string[] = [],
    private readonly standard = true,
    /** Whether a file exists in the folder; true if that is unknown. */
    private readonly exists: (path: string) => boolean = () => true,
  ) {}

  /** Whether a path is ignored whose folder is not. */
  async isIgnored(path: string, isFolder: boolean): Promise<boolean> {
    for (const { all, below, text } of await this.sources(path)) {
      if (below === '') continue;
      const { ignored, unignored } = all.test(isFolder ? `${below}/` : below);
      if (!ignored && !unignored) continue;
      const parent = below.slice(0, below.lastIndexOf('/') + 1);
      // A file's rule for the folder does not count if another file re-includes the folder.
      if (ignored && parent !== '' && all.ignores(parent)) {
        const own = text.split('\n').findLast((line) => fitsItself(line, below, isFolder));
        if (own === undefined) continue;
        return !own.startsWith('!');
      }
      return ignored;
    }
    return false;
  }

  /** The rule that decides for a path or one of its folders; undefined if there is none. */
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
      const found = this.rulesIn(text).findLast(({ matcher }) => matcher.ignores(isFolder ? `${below}/` : below));
      if (found) return { source, line: found.line, pattern: found.pattern, ignored: !found.negative };
    }
    return undefined;
  }

  /** The files with rules for a path, highest precedence first. */
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
    return { all: this.matcher().add([...this.extra]), text: this.extra.join('\n') };
  }

  private file(path: string) {
    const known = this.files.get(path) ?? this.read(path);
    this.files.set(path, known);
    return known;
  }

  private async read(path: string) {
    const text = ((await readGitText(this.context.fs, path)) ?? '').replace(/^\ufeff/, '');
    return { all: this.matcher().add(text), text };
  }

  /** Each line of a file as a separate matcher. */
  private rulesIn(text: string): Rules {
    return text.split('\n').flatMap((raw, at) => {
      const pattern = raw.replace(/\r$/, '').replace(/(?<!\\)\s+$/, '');
      if (pattern === '' || pattern.startsWith('#')) return [];
      const negative = pattern.startsWith('!');
      const matcher = this.matcher().add(negative ? pattern.slice(1) : pattern);
      return [{ matcher, pattern, line: at + 1, negative }];
    });
  }

  private matcher = () => ignore({ ignorecase: this.context.config.boolean('core.ignoreCase') === true });
}

/** Whether a line matches the path itself, not one of its folders. */
function fitsItself(raw: string, path: string, isFolder: boolean): boolean {
  const line = raw.replace(/\r$/, '').replace(/(?<!\\)\s+$/, '');
  const pattern = line.replace(/^!/, '').replace(/\/$/, '');
  if (pattern === '' || line.startsWith('#') || (line.endsWith('/') && !isFolder)) return false;
  const name = pattern.includes('/') ? path : path.slice(path.lastIndexOf('/') + 1);
  return globPattern(pattern.replace(/^\//, ''), { slashes: false }).test(name);
}
