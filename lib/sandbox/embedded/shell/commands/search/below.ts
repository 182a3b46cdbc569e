import type { DirEntry } from '@/lib/ports';
import { requiredLiteral } from '../../../../search/required-literal';
import { tokenize } from '@/lib/schema/patterns/tokens';
import type { CommandContext } from '../context';

/** Texts one of which each match holds. */
export interface Needed {
  readonly literals: string[];
  readonly anyCase: boolean;
}

/** What each match of one of some expressions holds; undefined if that is not known. */
export function neededBy(sources: readonly string[], flags: string): Needed | undefined {
  const literals = sources.flatMap((source) => {
    const text = requiredLiteral(tokenize(source))?.text;
    return text !== undefined && /^[ -~]+$/.test(text) ? [text] : [];
  });
  return literals.length === sources.length ? { literals, anyCase: flags.includes('i') } : undefined;
}

/** Files from which on it takes less time to ask which of them can match than to read them. */
const MANY = 100;

/** All that is below a folder, asked for at once: a call for each folder and file takes most of the time of a search. */
export class Below {
  private readonly folders = new Map<string, DirEntry[]>();
  private readonly root: string;
  private holding: ReadonlySet<string> | undefined;

  /** Throws as `list` does. */
  constructor(
    private readonly context: CommandContext,
    private readonly path: string,
    needed: Needed | undefined,
  ) {
    const { sys } = context;
    this.root = sys.realpath(path);
    const rows = sys.tree(this.root, true);
    this.folders.set(this.root, []);
    for (const { path: at, type } of rows) {
      const slash = at.lastIndexOf('/');
      this.folders.get(at.slice(0, slash) || '/')?.push({ name: at.slice(slash + 1), type });
      if (type === 'directory') this.folders.set(at, []);
    }
    if (needed && rows.length > MANY) this.ask(needed);
  }

  private ask(needed: Needed): void {
    try {
      this.holding = new Set(this.context.sys.holding({ path: this.root, ...needed }));
    } catch {
      // All of them are read, then.
    }
  }

  /** The entries of a folder by their names. */
  list(path: string): readonly DirEntry[] {
    return (this.folders.get(this.real(path)) ?? []).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Whether a file may hold a match. What is in `.git` nobody looked into. */
  mayMatch(path: string): boolean {
    const real = this.real(path);
    return !this.holding || this.holding.has(real) || real.includes('/.git/');
  }

  private real(path: string): string {
    return this.path === this.root ? path : this.root + path.slice(this.path.length);
  }
}
