import { resolveFrom } from '../../../paths';
import { readGitText } from '../../git-fs';
import { comparePaths } from '../../store/bytes';
import { GitFailure } from '../../git-failure';
import type { IndexEntry } from '../../store/index-file';
import { flattenTree, formatMode, GITLINK } from '../../store/tree';
import { loadIndex, openContext, type Context } from '../setup/context';
import { foldersOf } from '../worktree/file-set';
import type { GitCommand } from '../setup/git-io';
import { GitIgnoreRules } from '../worktree/ignore-rules';
import { entriesWithin } from '../worktree/inner-index';
import { readOptions } from '../terminal/options';
import { pathspecs, prefixOf, seenFrom, wantedBy } from '../setup/pathspec';
import { quotePath } from '../text/quote-path';
import { resolveTree } from '../refs/revision';
import { eolColumns, eolOf } from '../worktree/eol-columns';
import { lookAtWork } from '../worktree/work-state';

/** What `--format` may show. */
const KNOWN_FIELDS: ReadonlySet<string> = new Set([
  'objectmode',
  'objectname',
  'stage',
  'eolinfo:index',
  'eolinfo:worktree',
  'eolattr',
  'path',
]);

export const lsFiles: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: '--debug',
    flags: {
      cached: '-c --cached',
      deleted: '-d --deleted',
      modified: '-m --modified',
      others: '-o --others',
      ignored: '-i --ignored',
      stage: '-s --stage',
      unmerged: '-u --unmerged',
      zero: '-z',
      tags: '-t',
      standard: '--exclude-standard',
      error: '--error-unmatch',
      full: '--full-name',
      directory: '--directory',
      noEmpty: '--no-empty-directory',
      verbose: '-v',
      dedupe: '--deduplicate',
      killed: '-k --killed',
      eol: '--eol',
      sparse: '--sparse',
      recurse: '--recurse-submodules',
      monitored: '-f',
      undo: '--resolve-undo',
    },
    values: {
      exclude: '-x --exclude',
      from: '-X --exclude-from',
      format: '--format',
      withTree: '--with-tree',
      perFolder: '--exclude-per-directory',
    },
    optional: { abbrev: '--abbrev' },
  });
  const { is } = options;
  const fields = options.value('format')?.matchAll(/%(?:%|x[0-9a-fA-F]{2}|\(([^)]*)\))/g) ?? [];
  const odd = [...fields].find(([, name]) => name !== undefined && !KNOWN_FIELDS.has(name));
  if (odd) throw new GitFailure(`bad ls-files format: %(${odd[1]})`);
  const others = ['stage', 'others', 'killed', 'tags', 'undo', 'dedupe', 'eol'] as const;
  if (options.value('format') !== undefined && others.some((name) => is(name)))
    throw new GitFailure(
      '--format cannot be used with -s, -o, -k, -t, --resolve-undo, --deduplicate, --eol',
      129,
      'fatal: ',
    );
  const needsWork = is('others') || is('deleted') || is('modified') || is('killed');
  const context = await openContext(io);
  const prefix = prefixOf(context, io.cwd);
  const specs = pathspecs(context, io.cwd, options.rest, { here: true });
  const wanted = wantedBy(specs);
  // Paths that are only left out are left out of the caller's folder.
  const inside = (path: string) => wanted(path) && (specs.some(({ excludes }) => !excludes) || path.startsWith(prefix));
  if (is('ignored') && !is('others') && !is('cached'))
    throw new GitFailure('ls-files -i must be used with either -o or -c');
  if (is('recurse') && (needsWork || is('unmerged') || is('undo') || options.value('withTree') !== undefined))
    throw new GitFailure('ls-files --recurse-submodules unsupported mode');
  if (is('recurse') && is('error'))
    throw new GitFailure('ls-files --recurse-submodules does not support --error-unmatch');
  const perFolder = options.value('perFolder');
  if (perFolder !== undefined && perFolder !== '.gitignore')
    throw new GitFailure('--exclude-per-directory is not supported in this sandbox for files other than .gitignore', 2);
  const isStandard = is('standard') || perFolder !== undefined;
  const excluded = [...options.values('exclude')];
  for (const file of options.values('from'))
    excluded.push(...((await readGitText(io.fs, resolveFrom(io.cwd, file))) ?? '').split('\n'));
  const index = await loadIndex(context);
  // Files of the tree count as if they were in the index.
  const withTree = options.value('withTree');
  if (withTree !== undefined)
    for (const [path, entry] of await flattenTree(context.objects, await resolveTree(context, withTree)))
      if (!index.has(path)) index.set({ ...entry, path, stage: 0, size: 0, mtimeMs: 0, ino: 0 });
  const end = is('zero') ? '\0' : '\n';
  const shown = (path: string) => {
    const name = is('full') ? path : seenFrom(context, io.cwd, path);
    return is('zero') ? name : quotePath(name, context);
  };
  const found: string[] = [];
  const put = (tag: string, text: string, path: string) => {
    if (is('dedupe') && found.at(-1) === path && !is('tags')) return;
    found.push(path);
    io.out(`${is('tags') || is('verbose') || is('monitored') ? `${tag} ` : ''}${text}${end}`);
  };
  if (is('others')) {
    const listed = await othersOf();
    for (const path of listed) if (inside(path)) put('?', shown(path), path);
  }
  const showsCached =
    is('cached') ||
    is('stage') ||
    is('unmerged') ||
    (!needsWork && !is('ignored') && !is('undo')) ||
    (is('ignored') && is('cached'));
  const work = is('deleted') || is('modified') ? await lookAtWork(context, index, { wanted: inside }) : undefined;
  const rules = new GitIgnoreRules(context, excluded, isStandard);
  for (const { entry, own } of is('recurse')
    ? await entriesWithin(context, index)
    : index.all().map((entry) => ({ entry, own: context }))) {
    const { path, stage, mode, oid } = entry;
    if (!inside(path) || (is('unmerged') && stage === 0)) continue;
    if (is('ignored') && is('cached') && !(await rules.ruleFor(path, false))?.ignored) continue;
    const digits = options.value('abbrev') === undefined ? 40 : Number(options.value('abbrev') || 7);
    const text =
      is('stage') || is('unmerged')
        ? `${formatMode(mode)} ${oid.slice(0, digits)} ${stage}\t${shown(path)}`
        : shown(path);
    const written = options.value('format');
    if (written !== undefined) {
      put('', await filledIn(written, entry, own), path);
      continue;
    }
    const tag = stage > 0 ? 'M' : entry.skipWorktree ? 'S' : 'H';
    const eol = is('eol') ? await eolColumns(context, entry) : '';
    if (showsCached) put(entry.assumeValid && is('verbose') ? tag.toLowerCase() : tag, `${eol}${text}`, path);
    const change = work?.changed.get(path);
    if (change?.kind === 'deleted' && is('deleted')) put('R', text, path);
    if (change && is('modified')) put('C', text, path);
  }
  if (is('undo'))
    for (const [path, stages] of index.resolved)
      for (const [at, one] of stages.entries())
        if (one && inside(path)) put('U', `${formatMode(one.mode)} ${one.oid} ${at + 1}\t${shown(path)}`, path);
  if (is('error')) {
    for (const spec of specs) {
      if (found.some(spec.matches)) continue;
      throw new GitFailure(
        `pathspec '${spec.given}' did not match any file(s) known to git\nDid you forget to 'git add'?`,
        1,
      );
    }
  }

  /** `--format`: the fields of an index entry, filled in. */
  async function filledIn(format: string, entry: IndexEntry, { objects }: Context): Promise<string> {
    const { mode, oid, stage, path } = entry;
    const eol = await eolOf(context, entry);
    const known = mode === GITLINK ? undefined : await objects.find(oid);
    const fields: Readonly<Record<string, string>> = {
      objectmode: formatMode(mode),
      objecttype: mode === GITLINK ? 'commit' : 'blob',
      objectname: oid,
      objectsize: known ? String(known.data.length) : '-',
      'objectsize:padded': (known ? String(known.data.length) : '-').padStart(7),
      stage: String(stage),
      path: shown(path),
      'eolinfo:index': eol.index,
      'eolinfo:worktree': eol.work,
      eolattr: eol.attributes,
    };
    const text = format.replaceAll(/%(?:%|n|x([0-9a-f]{2})|\(([^)]*)\))/gi, (whole, hex?: string, name?: string) => {
      if (hex !== undefined) return String.fromCharCode(parseInt(hex, 16));
      if (name === undefined) return whole === '%n' ? '\n' : '%';
      const value = fields[name];
      if (value === undefined) throw new GitFailure(`bad ls-files format: %(${name})`);
      return value;
    });
    return text;
  }

  /** What is ignored, and the folders in which everything is, though no rule matches them. */
  async function ignoredFolders(): Promise<readonly string[]> {
    const look = await lookAtWork(context, index, { untracked: 'all', ignored: true });
    const { ignored } = await lookAtWork(context, index, { untracked: 'normal', ignored: 'matching' });
    const kept = [...look.untracked, ...index.paths()];
    const folders = ignored.flatMap((path) => [...foldersOf(path.replace(/\/$/, ''))].map((folder) => `${folder}/`));
    const whole = folders.filter((folder) => !kept.some((path) => path.startsWith(folder)));
    return [...new Set([...ignored, ...whole])].toSorted(comparePaths);
  }

  async function othersOf(): Promise<readonly string[]> {
    if (is('ignored') && is('directory') && isStandard) return ignoredFolders();
    const look = await lookAtWork(context, index, {
      untracked: is('directory') ? 'normal' : 'all',
      ignored: true,
      empty: is('directory') && !is('noEmpty'),
    });
    const every = [...look.untracked, ...look.ignored].toSorted((a, b) => (a < b ? -1 : 1));
    const own = new GitIgnoreRules(context, excluded, isStandard);
    const kept: string[] = [];
    for (const path of every) {
      const ignored = (await own.ruleFor(path.replace(/\/$/, ''), path.endsWith('/')))?.ignored ?? false;
      if (!is('ignored') && kept.some((folder) => folder.endsWith('/') && path.startsWith(folder))) continue;
      if (ignored === is('ignored')) kept.push(path);
    }
    return kept;
  }
};
