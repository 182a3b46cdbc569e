import { z } from 'zod';
import { parseJson } from '@/lib/protocol/text';
import { resolveFrom } from '../../../paths';
import { NPM_COMMANDS } from '../commands/npm/index';
import type { Shell } from '../language/shell';

/** The commands of git that people type; it has more. */
const GIT =
  `add am annotate apply archive bisect blame branch bundle cat-file check-ignore checkout cherry cherry-pick clean clone
  commit config count-objects describe diff difftool fetch format-patch fsck gc grep init log ls-files ls-remote ls-tree
  merge merge-base mv notes pull push range-diff rebase reflog remote reset restore rev-list rev-parse revert rm shortlog
  show show-branch sparse-checkout stash status submodule switch tag whatchanged worktree`.split(/\s+/);

/** Those whose arguments are often branches or tags. */
const TAKES_REFS =
  /^(?:branch|checkout|cherry-pick|diff|log|merge|merge-base|rebase|reset|rev-list|rev-parse|show|switch|tag)$/;

const ScriptsSchema = z.object({ scripts: z.record(z.string(), z.unknown()).default({}) });

/** What an argument can be completed to besides a file: `before` are the words of its command so far, from its name on. */
export function argumentWords(shell: Shell, before: readonly string[]): readonly string[] {
  const [name, subcommand, ...more] = before;
  if (name === 'git') {
    if (subcommand === undefined) return GIT;
    return TAKES_REFS.test(subcommand) && !more.includes('--') ? refNames(shell) : [];
  }
  if (name === 'npm') {
    if (subcommand === undefined) return NPM_COMMANDS;
    return /^run(?:-script)?$/.test(subcommand) && more.length === 0 ? scriptNames(shell) : [];
  }
  return name === 'make' ? targets(shell) : [];
}

/** Branches, tags and those of remotes, by their short names. */
function refNames(shell: Shell): string[] {
  const root = folderWith(shell, '.git');
  if (root === undefined) return [];
  const loose = ['heads', 'tags', 'remotes'].flatMap((kind) => filesUnder(shell, `${root}/.git/refs/${kind}`, ''));
  const packed = textOf(shell, `${root}/.git/packed-refs`).matchAll(
    /^[0-9a-f]+ refs\/(?:heads|tags|remotes)\/(\S+)$/gm,
  );
  return [...new Set([...loose, ...Array.from(packed, ([, ref = '']) => ref)])].sort();
}

function scriptNames(shell: Shell): string[] {
  const root = folderWith(shell, 'package.json');
  const parsed = parseJson(ScriptsSchema, root === undefined ? '{}' : textOf(shell, `${root}/package.json`));
  return parsed.ok ? Object.keys(parsed.value.scripts) : [];
}

const targets = (shell: Shell): string[] => {
  const makefile = ['GNUmakefile', 'makefile', 'Makefile'].map((name) => textOf(shell, resolveFrom(shell.cwd, name)));
  return Array.from(makefile.join('\n').matchAll(/^([A-Za-z0-9][\w./-]*)\s*:(?![:=])/gm), ([, target = '']) => target);
};

/** The nearest folder, from the current one up, that has an entry of that name. */
function folderWith(shell: Shell, name: string): string | undefined {
  for (let folder = shell.cwd; ; folder = resolveFrom(folder, '..')) {
    if (entries(shell, folder).some((entry) => entry.name === name)) return folder === '/' ? '' : folder;
    if (folder === '/') return undefined;
  }
}

const filesUnder = (shell: Shell, folder: string, before: string): string[] =>
  entries(shell, folder).flatMap(({ name, type }) =>
    type === 'directory' ? filesUnder(shell, `${folder}/${name}`, `${before}${name}/`) : `${before}${name}`,
  );

function entries({ system: { sys } }: Shell, folder: string): ReturnType<typeof sys.list> {
  try {
    return sys.list(folder);
  } catch {
    return [];
  }
}

/** The text of a file; empty if it cannot be read. */
function textOf({ system: { sys } }: Shell, path: string): string {
  try {
    return new TextDecoder().decode(sys.read(path));
  } catch {
    return '';
  }
}
