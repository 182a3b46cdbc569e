import ignore, { type Ignore } from 'ignore';
import type { SearchSource } from './source';

interface Level {
  /** With a slash at the end. */
  base: string;
  rules: Ignore;
}

/** The `.gitignore` files that hold for a folder, outermost first. Immutable: `enter` returns the rules of a child. */
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

  enter(source: SearchSource, folder: string): IgnoreRules {
    const base = folder === '/' ? '/' : `${folder}/`;
    let text: string;
    try {
      text = new TextDecoder().decode(source.read(`${base}.gitignore`));
    } catch {
      return this;
    }
    return new IgnoreRules([...this.levels, { base, rules: ignore({ allowRelativePaths: true }).add(text) }]);
  }

  ignores(path: string, isFolder: boolean): boolean {
    let ignored = false;
    for (const { base, rules } of this.levels) {
      if (!path.startsWith(base)) continue;
      const answer = rules.test(path.slice(base.length) + (isFolder ? '/' : ''));
      if (answer.ignored) ignored = true;
      else if (answer.unignored) ignored = false;
    }
    return ignored;
  }
}
