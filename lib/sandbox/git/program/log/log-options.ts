import { GitFailure } from '../../git-failure';
import { headCommit } from '../../repository';
import { isWritable } from '../../store/encoding';
import { peel } from '../../store/tag';
import { painter } from '../terminal/color';
import { loadIndex, type Context } from '../setup/context';
import { mergeBases } from '../refs/history';
import { decorations } from './decorations';
import { readMailmap, usesMailmap } from '../people/mailmap';
import { shownNotes } from '../message/notes';
import { DIFF_FLAGS, DIFF_OPTIONAL, DIFF_VALUES, type DiffFlag, type DiffValue } from '../diff/diff-options';
import type { DiffStyle } from '../diff/diff-style';
import { readFormat, type CommitLook } from './commit-look';
import { globPattern, hasGlob } from '../setup/glob';
import { lookAt } from '../../git-fs';
import { resolveFrom } from '../../../paths';
import type { Options } from '../terminal/options';
import { pathspecs, type Pathspec } from '../setup/pathspec';
import { soundRefs } from '../refs/ref-filter';
import { readReflog } from '../refs/reflog';
import { ambiguous, noSuchPath, selectCommits, unknownRevision } from '../refs/revision';

/** Options of `log`, `show`, `rev-list` and the like that select and format commits. */
export const LOG_FLAGS = {
  ...DIFF_FLAGS,
  noPatch: '-s --no-patch -q',
  oneline: '--oneline',
  graph: '--graph',
  noGraph: '--no-graph',
  all: '--all',
  branches: '--branches',
  tags: '--tags',
  remotes: '--remotes',
  reverseOrder: '--reverse',
  merges: '--merges',
  noMerges: '--no-merges',
  unmerged: '--merge',
  firstParent: '--first-parent',
  topo: '--topo-order',
  dateOrder: '--date-order --author-date-order',
  follow: '--follow',
  ignoreCase: '-i --regexp-ignore-case',
  extended: '-E --extended-regexp',
  perl: '-P --perl-regexp',
  fixed: '-F --fixed-strings',
  basic: '--basic-regexp',
  allMatch: '--all-match',
  invertGrep: '--invert-grep',
  noDecorate: '--no-decorate',
  abbrevCommit: '--abbrev-commit',
  noAbbrevCommit: '--no-abbrev-commit',
  parents: '--parents',
  walkReflogs: '-g --walk-reflogs',
  leftRight: '--left-right',
  leftOnly: '--left-only',
  rightOnly: '--right-only',
  cherryPick: '--cherry-pick',
  cherryMark: '--cherry-mark',
  cherry: '--cherry',
  boundary: '--boundary',
  mergesSeparate: '-m',
  combined: '-c',
  dense: '--cc',
  root: '--root',
  noNotes: '--no-notes',
  clearDecorations: '--clear-decorations',
  children: '--children',
  logSize: '--log-size',
  relativeDate: '--relative-date',
  simplify: '--simplify-by-decoration',
  source: '--source',
  fullHistory: '--full-history',
  simplifyMerges: '--simplify-merges',
  sparse: '--sparse',
  showPulls: '--show-pulls',
  mailmap: '--mailmap --use-mailmap',
  noMailmap: '--no-mailmap --no-use-mailmap',
  noTabs: '--no-expand-tabs',
  fullDiff: '--full-diff',
  ignoreMissing: '--ignore-missing',
  reflogs: '--reflog',
  plain: '--show-signature --no-show-signature --dense --remove-empty --do-walk',
} as const;

export const LOG_VALUES = {
  ...DIFF_VALUES,
  most: '-n -<n> --max-count',
  skip: '--skip',
  since: '--since --after --since-as-filter --max-age',
  until: '--until --before --min-age',
  author: '--author',
  committer: '--committer',
  message: '--grep',
  date: '--date',
  lines: '-L',
  minParents: '--min-parents',
  maxParents: '--max-parents',
  glob: '--glob',
  exclude: '--exclude',
  without: '--exclude-commits-of',
  decorateRefs: '--decorate-refs',
  decorateWithout: '--decorate-refs-exclude',
  encoding: '--encoding',
  reflogMessage: '--grep-reflog',
} as const;

export const LOG_OPTIONAL = {
  ...DIFF_OPTIONAL,
  format: '--format --pretty',
  decorate: '--decorate',
  tabs: '--expand-tabs',
  notes: '--notes',
  shownNotes: '--show-notes',
  diffMerges: '--diff-merges',
  noWalk: '--no-walk',
  ancestryPath: '--ancestry-path',
} as const;

type LogFlag = keyof typeof LOG_FLAGS;
type LogValue = keyof typeof LOG_VALUES | keyof typeof LOG_OPTIONAL;
export type LogOptions = Options<LogFlag, LogValue>;

/** The options that `diff` has too. */
export const diffPart = (options: LogOptions): Options<DiffFlag, DiffValue> => ({
  is: options.is,
  value: options.value,
  values: options.values,
  inOrder: options.inOrder,
  last: options.last,
  rest: options.rest,
  paths: options.paths,
  before: options.before,
});

/** How to format commits. */
export async function commitLook(
  context: Context,
  options: LogOptions,
  style: DiffStyle,
  standard = 'medium',
): Promise<CommitLook> {
  const named = await readMailmap(context);
  const encoding = options.value('encoding')?.replace(/^none$/, '') ?? context.config.get('i18n.logOutputEncoding');
  if (encoding !== undefined && !isWritable(encoding))
    throw new GitFailure(`output in ${encoding} is not supported in this sandbox: use UTF-8`, 2);
  const written = options.value('format') ?? context.config.get('format.pretty');
  const chosen = options.last('oneline', 'format');
  const known = written === undefined ? undefined : formatNamed(context, written);
  if (written !== undefined && written !== '' && known === undefined && chosen !== 'oneline')
    throw new GitFailure(`invalid --pretty format: ${written}`);
  const format = chosen === 'oneline' ? 'oneline' : (known ?? standard);
  const date = options.is('relativeDate')
    ? 'relative'
    : (options.value('date') ?? context.config.get('log.date') ?? 'default');
  const { paint, on } = painter(context, options.is('noColor') ? 'never' : options.value('color'));
  const decorate =
    options.value('decorate') ?? (options.is('noDecorate') ? 'no' : (context.config.get('log.decorate') ?? 'auto'));
  const odd = options.value('decorate');
  if (odd !== undefined && !/^(?:|short|full|auto|no|off|false|yes|on|true|\d+)$/.test(odd))
    throw new GitFailure(`invalid --decorate option: ${odd}`);
  const usesNames = /%(?:[+ -]?[dD]|C\(auto\).*%d)/.test(format);
  const own = options.is('noDecorate') && options.last('noDecorate', 'decorate') === 'noDecorate' ? 'no' : decorate;
  const shown = own === 'auto' ? context.io.tty?.includes(1) === true : !['no', 'false'].includes(own);
  const names =
    shown || usesNames
      ? await decorations(context, {
          full: own === 'full',
          paint,
          only: options.values('decorateRefs'),
          without: options.values('decorateWithout'),
          all: options.is('clearDecorations'),
        })
      : new Map<string, string>();
  const abbreviated = options.last('abbrevCommit', 'noAbbrevCommit', 'oneline');
  return {
    format,
    ...tabsOf(options),
    ...(encoding !== undefined && { encoding: { from: context.objects.encoding, to: encoding } }),
    abbreviated:
      abbreviated === undefined
        ? context.config.boolean('log.abbrevCommit') === true
        : abbreviated !== 'noAbbrevCommit',
    digits: style.digits,
    columns: Number(context.io.env.COLUMNS) || 80,
    date,
    colored: on,
    paint,
    names: shown ? names : new Map(),
    allNames: names,
    showsNotes:
      options.last('notes', 'shownNotes') !== undefined ||
      (options.value('format') === undefined && !options.is('oneline')),
    notes: options.is('noNotes') ? undefined : await shownNotes(context, notesAsked(options)),
    parents: options.is('parents') || options.is('children'),
    ...(options.is('logSize') && { showsSize: true }),
    showsSource: options.is('source'),
    mapped: usesMailmap(context, options) ? named : (person) => person,
    named,
  };
}

function tabsOf({ last, value }: LogOptions): { tabs?: number } {
  const chosen = last('tabs', 'noTabs');
  if (chosen === undefined) return {};
  const written = chosen === 'noTabs' ? '0' : value('tabs') || '8';
  if (!/^\d+$/.test(written)) throw new GitFailure(`'${written}': not a non-negative integer`);
  return { tabs: Number(written) };
}

/** The refs of the notes to show; `--show-notes=<ref>` adds to the default ones. */
function notesAsked(options: LogOptions): string[] {
  const [given, more] = [options.values('notes'), options.values('shownNotes').filter(Boolean)];
  return given.length === 0 && more.length > 0 ? ['', ...more] : [...given, ...more];
}

/** The format that a text is, or that it names: in the settings, by as many names as that takes, or one of git's own. */
function formatNamed({ config }: Context, name: string): string | undefined {
  const named = (text: string) => (/^[A-Za-z0-9-]+$/.test(text) ? config.get(`pretty.${text}`) : undefined);
  const seen = new Set<string>();
  let at = name;
  for (let next = named(at); next !== undefined; next = named(at)) {
    if (seen.has(at))
      throw new GitFailure(`invalid --pretty format: '${name}' references an alias which points to itself`);
    seen.add(at);
    at = next;
  }
  return readFormat(at);
}

export interface Chosen {
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly left: readonly string[];
  /** The revisions as they were written, in order. */
  readonly named: readonly string[];
  readonly specs: readonly Pathspec[];
  /** The revision that each of the first commits was reached from. */
  readonly sources: ReadonlyMap<string, string>;
}

/** Tells revisions from paths, and finds the commits that the revisions select; `HEAD` if none is given. */
export async function chooseCommits(
  context: Context,
  options: LogOptions,
  standard: 'HEAD' | 'nothing' = 'HEAD',
): Promise<Chosen> {
  const include: string[] = [];
  const exclude: string[] = [];
  const left: string[] = [];
  const named: string[] = [];
  const sources = new Map<string, string>();
  const paths = [...(options.paths ?? [])];
  let inPaths = false;
  for (const text of options.before) {
    const found = inPaths ? undefined : await selectCommits(context, text);
    if (
      found &&
      options.paths === undefined &&
      !text.includes(':') &&
      (await isThere(context, text.replace(/^\^/, '')))
    )
      throw ambiguous(text.replace(/^\^/, ''));
    if (found) {
      include.push(...found.include);
      exclude.push(...found.exclude);
      left.push(...found.left);
      named.push(text);
      for (const oid of found.include) if (!sources.has(oid)) sources.set(oid, text);
      continue;
    }
    if (options.is('ignoreMissing') && !inPaths && !(await isThere(context, text))) {
      named.push(text);
      continue;
    }
    if (options.paths !== undefined) throw new GitFailure(`bad revision '${text}'`);
    await mustBePath(context, text, inPaths);
    inPaths = true;
    paths.push(text);
  }
  const refs = await wantedRefs(context, options);
  if (options.is('reflogs'))
    for (const name of ['HEAD', ...(await context.refs.list()).map((ref) => ref.name)])
      for (const { before, after } of await readReflog(context, name))
        for (const oid of [before, after])
          if (oid !== undefined && (await context.objects.find(oid))?.kind === 'commit') include.push(oid);
  for (const { oid, name } of refs ?? []) {
    const commit = await peel(context.objects, oid, 'commit');
    if (commit === undefined) continue;
    include.push(commit);
    if (!sources.has(commit)) sources.set(commit, name);
  }
  if (options.is('all') && !excludedBy(options)('HEAD')) {
    const head = await headCommit(context);
    if (head !== undefined) include.push(head);
  }
  for (const kind of options.values('without'))
    for (const { oid } of await context.refs.list(REF_FOLDERS[kind] ?? 'refs/')) {
      const commit = await peel(context.objects, oid, 'commit');
      if (commit !== undefined) exclude.push(commit);
    }
  const unmerged = options.is('unmerged') ? await conflicting(context) : undefined;
  if (unmerged) {
    include.push(...unmerged.include);
    exclude.push(...unmerged.exclude);
    left.push(...unmerged.include.slice(0, 1));
    if (paths.length === 0) paths.push(...unmerged.paths.map((path) => `:/${path}`));
  }
  if (include.length === 0 && !refs && standard === 'HEAD' && named.length === 0) {
    const head = await headCommit(context);
    if (head === undefined) {
      const branch = (await context.refs.target('HEAD'))?.replace(/^refs\/heads\//, '') ?? 'HEAD';
      throw new GitFailure(`your current branch '${branch}' does not have any commits yet`);
    }
    include.push(head);
    sources.set(head, 'HEAD');
  }
  return { include, exclude, left, named, sources, specs: pathspecs(context, context.io.cwd, paths) };
}

const REF_FOLDERS: Readonly<Record<string, string>> = {
  branches: 'refs/heads/',
  tags: 'refs/tags/',
  remotes: 'refs/remotes/',
};

/** `--merge`: the commits of both sides that touch files in conflict. */
async function conflicting(context: Context): Promise<{ include: string[]; exclude: string[]; paths: string[] }> {
  const head = await headCommit(context);
  const other = await context.refs.resolve('MERGE_HEAD');
  if (head === undefined || other === undefined) throw new GitFailure('--merge without MERGE_HEAD?');
  const exclude = await mergeBases(context, [head, other]);
  return { include: [head, other], exclude: [...exclude], paths: (await loadIndex(context)).conflicts() };
}

/** A path in a commit with `..` in it: as a name of a file, it would lead through a folder that is not there. */
export const THROUGH_NOTHING = /:.*\/\.\.?\//;

const isThere = async (context: Context, text: string): Promise<boolean> =>
  !context.bare &&
  !THROUGH_NOTHING.test(text) &&
  (await lookAt(context.fs, resolveFrom(context.io.cwd, text))) !== undefined;

/** Whether a text can only be a pathspec, whatever files there are. */
export const looksLikePathspec = (text: string): boolean => /^:(?:[(/]|[!^]$)|[*?[]/.test(text);

/** `isLater`: whether a path came before, so that this is no revision. */
async function mustBePath(context: Context, text: string, isLater: boolean): Promise<void> {
  if (looksLikePathspec(text) || (await isThere(context, text.replace(/^:[!^]/, '')))) return;
  if (isLater) throw new GitFailure(noSuchPath(text));
  throw text.startsWith('^') ? new GitFailure(`bad revision '${text}'`) : unknownRevision(text);
}

/** The refs that `--all`, `--branches`, `--glob` and the like select; undefined if there is no such option. */
export async function wantedRefs(context: Context, options: LogOptions) {
  const kinds = [
    ...(options.is('all') ? ['refs/'] : []),
    ...(options.is('branches') ? ['refs/heads/'] : []),
    ...(options.is('tags') ? ['refs/tags/'] : []),
    ...(options.is('remotes') ? ['refs/remotes/'] : []),
  ];
  const globs = options
    .values('glob')
    .map((glob) =>
      globPattern(`${glob.startsWith('refs/') ? '' : 'refs/'}${glob}${hasGlob(glob) ? '' : '/*'}`, { slashes: true }),
    );
  if (kinds.length + globs.length === 0) return undefined;
  const isOut = excludedBy(options);
  const all = await soundRefs(context);
  return all.filter(
    ({ name }) =>
      (kinds.some((kind) => name.startsWith(kind)) || globs.some((glob) => glob.test(name))) && !isOut(name),
  );
}

/** `--exclude`: the refs that the options after it leave out, by full name, or for `--branches` and the like by short name. */
function excludedBy({ is, values }: LogOptions): (name: string) => boolean {
  const globs = values('exclude').map((glob) => globPattern(glob, { slashes: true }));
  const whole = is('all') || values('glob').length > 0;
  return (name) => globs.some((glob) => glob.test(whole ? name : name.replace(/^refs\/[^/]*\//, '')));
}
