import { GitFailure } from '../../git-failure';
import { comparePaths } from '../../store/bytes';
import { bareEntry } from '../../store/index-file';
import { EXECUTABLE, FILE_MODE, GITLINK, LINK } from '../../store/tree';
import { changedFiles, filesOfIndex, filesOfWork } from '../diff/sides';
import { interactiveAdd } from '../stage/add-interactive';
import { patchByAnswers } from '../stage/add-patch';
import { editInEditor } from '../terminal/editor';
import { plainStyle } from '../commit/make-commit';
import { changesText } from '../diff/show-changes';
import { clearState } from '../setup/state';
import { loadIndex, openWorkTree, saveIndex, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { innerHead } from '../worktree/gitlink';
import { GitIgnoreRules } from '../worktree/ignore-rules';
import { readOptions } from '../terminal/options';
import { pathspecs, prefixOf, wantedBy, type Pathspec } from '../setup/pathspec';
import type { GitIndex } from '../../store/index-file';
import { linkAbove, lookAtFile, stageFile } from '../worktree/work-files';
import { outsideText, sparseCone } from '../setup/sparse-cone';
import { lookAtWork } from '../worktree/work-state';
import { apply } from './apply';

export const add: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      all: '-A --all',
      update: '-u --update',
      force: '-f --force',
      verbose: '-v --verbose',
      dry: '-n --dry-run',
      intend: '-N --intent-to-add',
      patch: '-p --patch',
      interactive: '-i --interactive',
      edit: '-e --edit',
      keep: '--ignore-removal --no-all',
      errors: '--ignore-errors --warn-embedded-repo --no-warn-embedded-repo',
      ignoreMissing: '--ignore-missing',
      sparse: '--sparse',
      renormalize: '--renormalize',
      refresh: '--refresh',
    },
    values: { mode: '--chmod' },
  });
  if (options.is('all') && options.is('update')) throw new GitFailure("options '-A' and '-u' cannot be used together");
  if (options.is('ignoreMissing') && !options.is('dry'))
    throw new GitFailure("the option '--ignore-missing' requires '--dry-run'");
  const context = await openWorkTree(io);
  const whole = options.rest.length === 0 && (options.is('all') || options.is('update'));
  const specs = pathspecs(context, io.cwd, whole ? [':/'] : options.rest);
  if (options.is('interactive')) return interactiveAdd(context, specs);
  if (options.is('patch')) return void (await patchByAnswers(context, 'stage', specs));
  if (options.is('edit')) return stageEdited(context, specs);
  if (specs.length === 0 && !options.is('refresh')) {
    io.err('Nothing specified, nothing added.\n');
    if (context.config.advises('addEmptyPathspec'))
      io.err(
        'hint: Maybe you wanted to say \'git add .\'?\nhint: Turn this message off by running\nhint: "git config advice.addEmptyPathspec false"\n',
      );
    return;
  }
  for (const spec of specs)
    if (!spec.excludes && (await linkAbove(context, spec.path)) !== undefined)
      throw new GitFailure(`pathspec '${spec.given}' is beyond a symbolic link`);
  const wanted = wantedBy(specs);
  const index = await loadIndex(context);
  const outer = index
    .all()
    .find(({ path, mode }) => mode === GITLINK && prefixOf(context, io.cwd).startsWith(`${path}/`));
  if (outer) throw new GitFailure(`in unpopulated submodule '${outer.path}'`);
  const force = options.is('force');
  const work = await lookAtWork(context, index, {
    untracked: options.is('update') ? 'no' : 'all',
    ignored: force,
    wanted,
  });
  const unknown =
    options.is('update') || options.is('renormalize')
      ? []
      : [...work.untracked, ...(force ? work.ignored : [])].filter(wanted);
  const refusal = options.is('ignoreMissing')
    ? undefined
    : await mustBeSomething(context, specs, { known: index.paths(), unknown, force, update: options.is('update') });
  const say = (text: string) => (options.is('verbose') || options.is('dry') ? io.out(text) : undefined);
  const present = [...work.changed].filter(([, change]) => change.kind === 'modified').map(([path]) => path);
  if (refusal !== undefined) io.err(refusal);
  const gone =
    options.last('keep', 'all') === 'keep'
      ? []
      : [...work.changed].filter(([, change]) => change.kind === 'deleted').map(([path]) => path);
  const again = options.is('renormalize') ? index.paths().filter(wanted) : [];
  const inner = unknown.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1));
  const plain = unknown.filter((path) => !path.endsWith('/'));
  let hinted = false;
  const cone = options.is('sparse') ? undefined : await sparseCone(context);
  const outside = cone
    ? [...left(specs, index, unknown), ...[...present, ...plain].filter((path) => !cone.holds(path))]
    : [];
  if (outside.length > 0) {
    io.err(outsideText(outside));
    return 1;
  }
  // What git knows comes first, and then what is new.
  const known = [...new Set([...present, ...gone, ...again])].sort(comparePaths);
  for (const path of [...known, ...[...plain, ...inner].sort(comparePaths)]) {
    if (gone.includes(path)) {
      say(`remove '${path}'\n`);
      if (!options.is('dry')) index.remove(path);
      continue;
    }
    const stat = await lookAtFile(context, path);
    if (inner.includes(path) && (await innerHead(context, path)) === undefined) {
      io.err(`error: '${path}/' does not have a commit checked out\n`);
      throw new GitFailure('adding files failed');
    }
    say(`add '${path}'\n`);
    if (options.is('dry') || !stat) continue;
    index.removeClashes(path);
    if (options.is('intend') && !index.has(path)) {
      index.set({
        ...bareEntry(path, {
          mode: stat.type === 'symlink' ? LINK : stat.mode & 0o100 ? EXECUTABLE : FILE_MODE,
          oid: await context.objects.write('blob', new Uint8Array()),
        }),
        intentToAdd: true,
      });
    } else if (!options.is('intend')) {
      if (inner.includes(path) && context.config.advises('addEmbeddedRepo'))
        io.err(`warning: adding embedded git repository: ${path}\n${hinted ? '' : embeddedHint(path)}`);
      hinted ||= inner.includes(path);
      index.set(await stageFile(context, index, path, stat, { renormalizes: again.includes(path) }));
    }
  }
  const mode = options.value('mode');
  if (mode !== undefined && mode !== '+x' && mode !== '-x')
    throw new GitFailure(`--chmod param '${mode}' must be either -x or +x`);
  if (mode !== undefined)
    for (const entry of index.all())
      if (wanted(entry.path) && entry.mode !== LINK)
        index.set({ ...entry, mode: mode === '+x' ? EXECUTABLE : FILE_MODE });
  if (!options.is('dry')) await saveIndex(context, index);
  return refusal === undefined ? 0 : 1;
};

/** Stages what a patch of all changes says after the user has edited it. */
async function stageEdited(context: Context, specs: readonly Pathspec[]): Promise<number> {
  const file = 'ADD_EDIT.patch';
  const index = await loadIndex(context);
  const wanted = wantedBy(specs);
  const changes = changedFiles(filesOfIndex(context, index), await filesOfWork(context, index, wanted), wanted);
  const text = await changesText(changes, plainStyle(context), ['patch']);
  const edited = await editInEditor(context, file, text).catch((error: unknown) => {
    if (!(error instanceof GitFailure)) throw error;
    throw new GitFailure(`${error.message}\nfatal: editing patch failed`, 128, 'error: ');
  });
  if (edited === '') throw new GitFailure('empty patch. aborted');
  const code = await apply(['--recount', '--cached', `${context.gitdir}/${file}`], context.io);
  if (code) throw new GitFailure(`could not apply '${context.gitdir}/${file}'`);
  await clearState(context, file);
  return 0;
}

const embeddedHint = (path: string): string =>
  [
    "You've added another git repository inside your current repository.",
    'Clones of the outer repository will not contain the contents of',
    'the embedded repository and will not know how to obtain it.',
    'If you meant to add a submodule, use:',
    '',
    `\tgit submodule add <url> ${path}`,
    '',
    'If you added this path by mistake, you can remove it from the',
    'index with:',
    '',
    `\tgit rm --cached ${path}`,
    '',
    'See "git help submodule" for more information.',
  ]
    .map((line) => `hint: ${line}\n`)
    .join('');

/** What is named but stands for nothing except files that are not checked out. */
const left = (specs: readonly Pathspec[], index: GitIndex, unknown: readonly string[]): string[] =>
  specs
    .filter(({ excludes, matches }) => {
      const found = excludes ? [] : index.all().filter(({ path }) => matches(path));
      return found.length > 0 && found.every(({ skipWorktree }) => skipWorktree) && !unknown.some(matches);
    })
    .map(({ given }) => given);

/** Fails if a path is neither a file nor known to git. Returns what to say of those that are ignored. */
async function mustBeSomething(
  context: Context,
  specs: readonly Pathspec[],
  {
    known,
    unknown,
    force,
    update,
  }: { known: readonly string[]; unknown: readonly string[]; force: boolean; update: boolean },
): Promise<string | undefined> {
  const ignored: string[] = [];
  const rules = new GitIgnoreRules(context);
  for (const spec of specs) {
    if (spec.excludes || spec.path === '' || known.some(spec.matches) || unknown.some(spec.matches)) continue;
    const stat = spec.isPattern ? undefined : await lookAtFile(context, spec.path);
    if (!stat && !update) throw new GitFailure(`pathspec '${spec.given}' did not match any files`);
    if (!stat) throw new GitFailure(`pathspec '${spec.given}' did not match any files`);
    if (force || !(await rules.ruleFor(spec.path, stat.type === 'directory'))?.ignored) continue;
    // If a rule ignores a folder of the path, git names that folder.
    let named = spec.path;
    for (let at = named.indexOf('/'); at > 0; at = spec.path.indexOf('/', at + 1)) {
      if (!(await rules.ruleFor(spec.path.slice(0, at), true))?.ignored) continue;
      named = spec.path.slice(0, at);
      break;
    }
    if (!ignored.includes(named)) ignored.push(named);
  }
  if (ignored.length === 0) return undefined;
  const hint = context.config.advises('addIgnoredFile') ? IGNORED_HINT : '';
  return `The following paths are ignored by one of your .gitignore files:\n${ignored.join('\n')}${hint}\n`;
}

const IGNORED_HINT =
  '\nhint: Use -f if you really want to add them.\nhint: Turn this message off by running\nhint: "git config advice.addIgnoredFile false"';
