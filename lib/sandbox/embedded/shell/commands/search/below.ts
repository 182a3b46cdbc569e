import type { DirEntry } from '@/lib/ports';
import { requiredLiteral } from '../../../../search/required-literal';
import { tokenize } from '@/lib/schema/patterns/tokens';
import type { CommandContext } from '../context';

/** Literals of which every match contains at least one. */
export interface Needed {
  readonly literals: string[];
  readonly anyCase: boolean;
}

/** Literals that matches of the given expressions must contain; undefined if unknown. */
export function neededBy(sources: readonly string[], flags: string): Needed | undefined {
  const literals = sources.flatMap((source) => {
    const text = requiredLiteral(tokenize(source))?.text;
    return text !== undefined && /^[ -~]+$/.test(text) ? [text] : [];
  });
  return literals.length === sources.length ? { literals, anyCase: flags.includes('i') } : undefined;
}

/** Number of files above which asking the kernel which ones can match is faster than reading them. */
const MANY = 100;

/** The tree below a folder, listed in one call: a call per folder and file would take most of a search's time. */
export class Below {
  private readonly folders = new Map<string, DirEntry[]>();
  private readonly root: string;
  private holding: ReadonlySet<string> | undefined;

  /** Throws what `list` throws. */
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
      // All files are read then.
    }
  }

  /** The entries of a folder, sorted by name. */
  list(path: string): readonly DirEntry[] {
    return (this.folders.get(this.real(path)) ?? []).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Whether a file may contain a match. Files in `.git` were not checked. */
  mayMatch(path: string): boolean {
    const real = this.real(path);
    return !this.holding || this.holding.has(real) || real.includes('/.git/');
  }

  private real(path: string): string {
    return this.path === this.root ? path : this.root + path.slice(this.path.length);
  }
}
