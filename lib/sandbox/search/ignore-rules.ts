import ignore, { type Ignore } from 'ignore';

/** What reading ignore files needs from a file system; failures throw. */
interface RulesSource {
  read(path: string): Uint8Array;
  stat(path: string): unknown;
}

interface Level {
  /** The folder of the rules, with a slash at the end. */
  base: string;
  rules: Ignore;
  /** Whether the rules apply only inside the repository that contains them. */
  ofGit: boolean;
}

/** What ignore files say about a path; undefined if nothing. */
export type IgnoreVerdict = 'ignore' | 'keep' | undefined;

/** Which ignore files are read, as with ripgrep's `--no-ignore…` options. */
export interface RuleFiles {
  /** `.gitignore` and `.git/info/exclude`; `repository` reads them only inside a repository. */
  readonly git: 'everywhere' | 'repository' | 'no';
  /** `.ignore` and `.rgignore`. */
  readonly dot: boolean;
  /** Ignore files in the folders above the start. */
  readonly parents: boolean;
  /** Further rules, for paths below `base`; all others override them. */
  readonly extra?: readonly { base: string; text: string }[];
}

const ALL: RuleFiles = { git: 'everywhere', dot: true, parents: true };

/** In order of precedence, lowest first. */
const GIT_FILES = ['.git/info/exclude', '.gitignore'];
const DOT_FILES = ['.ignore', '.rgignore'];

/** The ignore files that apply in a folder, outermost first. Immutable: `enter` returns those of a subfolder. */
export class IgnoreRules {
  private constructor(
    private readonly levels: readonly Level[],
    private readonly files: RuleFiles,
    private readonly inRepository: boolean,
  ) {}

  /** The rules that apply in `folder`, from the root down to it. */
  static at(source: RulesSource, folder: string, files = ALL): IgnoreRules {
    const extra = (files.extra ?? []).map(({ base, text }) => levelOf(base, text, false));
    let rules = new IgnoreRules(extra, files, false);
    const parts = folder.split('/').filter(Boolean);
    for (let depth = 0; depth <= parts.length; depth++) {
      const path = `/${parts.slice(0, depth).join('/')}`;
      rules = rules.enter(source, path, undefined, files.parents || depth === parts.length);
    }
    return rules;
  }

  /** The rules of a subfolder; `names`: its entries, if known. */
  enter(source: RulesSource, folder: string, names?: ReadonlySet<string>, reads = true): IgnoreRules {
    const base = folder === '/' ? '/' : `${folder}/`;
    const isRepository = names ? names.has('.git') : exists(source, `${base}.git`);
    const inRepository = this.inRepository || isRepository;
    const readsGit = this.files.git === 'everywhere' || (this.files.git === 'repository' && inRepository);
    const wanted = reads ? [...(readsGit ? GIT_FILES : []), ...(this.files.dot ? DOT_FILES : [])] : [];
    const added: Level[] = [];
    for (const name of wanted) {
      if (names && !names.has(name.split('/', 1)[0] ?? name)) continue;
      try {
        const text = new TextDecoder().decode(source.read(base + name));
        added.push(levelOf(base, text, GIT_FILES.includes(name)));
      } catch {
        // No such file, no rules.
      }
    }
    if (added.length === 0 && inRepository === this.inRepository && !isRepository) return this;
    // Git's rules from outside a repository do not apply inside it.
    const outer = isRepository ? this.levels.filter(({ ofGit }) => !ofGit) : this.levels;
    return new IgnoreRules([...outer, ...added], this.files, inRepository);
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

const levelOf = (base: string, text: string, ofGit: boolean): Level => ({
  base,
  rules: ignore({ allowRelativePaths: true, ignorecase: false }).add(text),
  ofGit,
});

function exists(source: RulesSource, path: string): boolean {
  try {
    source.stat(path);
    return true;
  } catch {
    return false;
  }
}
