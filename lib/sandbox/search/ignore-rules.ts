import ignore, { type Ignore } from 'ignore';
import type { SearchSource } from './source';

interface Level {
  /** With a slash at the end. */
  base: string;
  rules: Ignore;
}

/** What the files of rules say of a path. */
export type IgnoreVerdict = 'ignore' | 'keep' | undefined;

/** Those read later count more. */
const FILES = ['.gitignore', '.ignore', '.rgignore'];

/** The `.gitignore`, `.ignore` and `.rgignore` files that hold for a folder, outermost first. Immutable: `enter` returns a child's. */
export class IgnoreRules {
  private constructor(private readonly levels: readonly Level[]) {}

  /** The rules that hold in `folder`, from the root down to it. */
  static at(source: SearchSource, folder: string): IgnoreRules {
    let rules = new IgnoreRules([]).enter(source, '/');
    let path = '';
    for (const part of folder.split('/').filter(Boolean)) {
      path += `/${part}`;
      rules = rules.enter(source, path);
    }
    return rules;
  }

  /** The rules of a folder below; `names` are what is in it, where that is known. */
  enter(source: SearchSource, folder: string, names?: ReadonlySet<string>): IgnoreRules {
    const base = folder === '/' ? '/' : `${folder}/`;
    const added: Level[] = [];
    for (const name of FILES) {
      if (names && !names.has(name)) continue;
      try {
        const text = new TextDecoder().decode(source.read(base + name));
        added.push({ base, rules: ignore({ allowRelativePaths: true, ignorecase: false }).add(text) });
      } catch {
        // No such file, no rules.
      }
    }
    return added.length === 0 ? this : new IgnoreRules([...this.levels, ...added]);
  }

  judge(path: string, isFolder: boolean): IgnoreVerdict {
    for (let at = this.levels.length - 1; at >= 0; at--) {
      const level = this.levels[at];
      if (!level || !path.startsWith(level.base)) continue;
      const answer = level.rules.test(path.slice(level.base.length) + (isFolder ? '/' : ''));
      if (answer.ignored) return 'ignore';
      if (answer.unignored) return 'keep';
    }
    return undefined;
  }
}
