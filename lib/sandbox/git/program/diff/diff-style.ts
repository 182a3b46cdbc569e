import { GitFailure } from '../../git-failure';
import { SAME } from '../../diff/file-change';
import type { Blindness } from '../../diff/line-diff';
import { asBoolean } from '../../store/config';
import { painter, type Paint } from '../terminal/color';
import type { Context } from '../setup/context';
import { diffAlgorithm, placesLow } from './diff-algorithm';
import type { Options } from '../terminal/options';
import { SHAPES, type DiffFlag, type DiffValue, type Shape } from './diff-options';
import { pathPrefixes, type Prefixes } from './path-prefix';
import { readDirstat, type DirstatRule } from './dirstat-option';
import { prefixOf } from '../setup/pathspec';
import { posixPattern } from '../text/posix-pattern';

/** How to show changes. */
export interface DiffStyle {
  readonly context: Context;
  /** Empty if no format was asked for. */
  readonly shapes: readonly Shape[];
  /** Whether to show no changes because an option says so. */
  readonly silent: boolean;
  readonly lines: number;
  readonly between: number;
  readonly functions: boolean;
  readonly blindness: Blindness;
  readonly blankLines: boolean;
  /** Changes whose lines all match one of these are left out. */
  readonly ignored: readonly RegExp[];
  /** A file with patterns in whose order files are shown. */
  readonly order: string | undefined;
  /**
   * The first file to show; with `skips`, those before it are left out, otherwise they come last. If it is `strict`, it
   * must be among them, otherwise the next one begins.
   */
  readonly start: { readonly path: string; readonly skips: boolean; readonly strict: boolean } | undefined;
  /** What lines of the patch begin with. */
  readonly marks: { readonly now: string; readonly old: string; readonly context: string };
  /** The kinds of lines in which white space at the end is highlighted. */
  readonly wsKinds: ReadonlySet<keyof DiffStyle['marks']>;
  /** The text of deleted files is left out. */
  readonly noDeleted: boolean;
  readonly binary: boolean;
  readonly text: boolean;
  /** Digits of shortened ids. */
  readonly digits: number;
  /** Digits of the ids in the `index` line. */
  readonly indexDigits: number;
  /** The same where several versions are compared with one, whatever `--abbrev` says. */
  readonly wholeDigits: number;
  /** Whether what is shown goes into a file. */
  readonly toFile: boolean;
  /** Which changes of submodules are left out: all, or those that are not committed in them. */
  readonly ignoreSubmodules: 'all' | 'dirty' | undefined;
  /** Whether the paths in all parents of a merge are shown. */
  readonly allPaths: boolean;
  readonly prefixes: Prefixes;
  readonly renames:
    | {
        readonly least: number;
        readonly copies: boolean;
        readonly harder: boolean;
        readonly limit: number;
        /** Whether empty files count as renamed. */
        readonly empty: boolean;
      }
    | undefined;
  readonly filter: string | undefined;
  readonly pick:
    | {
        readonly kind: 'count' | 'lines' | 'object';
        readonly pattern: string;
        readonly isRegex: boolean;
        readonly ignoreCase?: boolean;
        readonly all: boolean;
      }
    | undefined;
  readonly words:
    | {
        readonly how: 'plain' | 'color' | 'porcelain';
        /** What counts as a word: as an option says, and as the settings say of all files. */
        readonly asked: RegExp | undefined;
        readonly standard: RegExp | undefined;
      }
    | undefined;
  readonly stat: {
    readonly width: number;
    readonly nameWidth: number;
    readonly graphWidth: number;
    readonly count: number;
  };
  readonly dirstat: DirstatRule;
  /** How a submodule's changes are shown. */
  readonly submodule: 'short' | 'log' | 'diff';
  readonly textconv: boolean;
  /** Whether a program that is set for it may compare files in git's place. */
  readonly external: boolean;
  readonly compact: boolean;
  readonly zero: boolean;
  readonly reverse: boolean;
  /** Show only what is below this folder, with paths relative to it. */
  readonly relative: string | undefined;
  readonly colored: boolean;
  readonly paint: Paint;
}

const LINES = 3;
const RENAME_LIMIT = 1000;
const DIGITS = 7;
const COLUMNS = 80;

export function diffStyle(
  context: Context,
  options: Options<DiffFlag, DiffValue>,
  defaults: { columns?: number; external?: boolean; sides?: Prefixes; strict?: boolean } = {},
): DiffStyle {
  const { is, value } = options;
  const wordDiff =
    value('colorWords') !== undefined
      ? 'color'
      : (value('wordDiff') ?? (value('wordRegex') === undefined ? undefined : 'plain'));
  if (!['plain', 'color', 'porcelain', 'none', '', undefined].includes(wordDiff))
    throw new GitFailure(`bad --word-diff argument: ${wordDiff}`, 129);
  const colorful = is('noColor') ? 'never' : wordDiff === 'color' ? 'always' : value('color');
  const { on, paint } = painter(context, colorful);
  const wordPattern = (word: string | undefined) =>
    word ? posixPattern(word, { extended: true, flags: 'gm' }) : undefined;
  if (on && !/^(?:no|false|off|0)$/.test(value('colorMoved') ?? 'no'))
    throw new GitFailure('--color-moved is not supported in this sandbox: leave it out', 2);
  const algorithm = diffAlgorithm(context, options);
  const pick = options.last('pick', 'grep', 'object');
  if ([value('pick'), value('grep'), value('object')].filter((one) => one !== undefined).length > 1)
    throw new GitFailure("options '-G', '-S', and '--find-object' cannot be used together");
  if ((['names', 'status', 'check', 'noPatch'] as const).filter(is).length > 1)
    throw new GitFailure("options '--name-only', '--name-status', '--check', and '-s' cannot be used together");
  if (pick === 'grep' && is('regex'))
    throw new GitFailure("options '-G' and '--pickaxe-regex' cannot be used together, use '--pickaxe-regex' with '-S'");
  if (pick === 'object' && is('pickAll'))
    throw new GitFailure(
      "options '--pickaxe-all' and '--find-object' cannot be used together, use '--pickaxe-all' with '-G' and '-S'",
    );
  const digits = is('noAbbrev') ? 40 : (digitsOf(value('abbrev')) ?? standardDigits(context));
  const prefixes = pathPrefixes(options, context, defaults.sides);
  return {
    context,
    shapes: shapesOf(options),
    silent: options.last('noPatch', ...ALL_SHAPES) === 'noPatch',
    lines: numberOf(value('context') || undefined) ?? context.config.integer('diff.context') ?? LINES,
    between: numberOf(value('between')) ?? context.config.integer('diff.interHunkContext') ?? 0,
    functions: is('functions'),
    blindness: {
      ...(algorithm && { algorithm }),
      ...(options.last('anchored', 'patience') === 'anchored' && { anchors: options.values('anchored') }),
      low: placesLow(context, options),
      allSpace: is('allSpace'),
      spaceChange: is('spaceChange'),
      spaceAtEnd: is('spaceAtEnd'),
      crAtEnd: is('crAtEnd'),
    },
    blankLines: is('blankLines'),
    ignored: options.values('ignored').map((pattern) => posixPattern(pattern, { extended: true, flags: 'm' })),
    order: value('order') ?? context.config.get('diff.orderFile'),
    start: startOf(options, defaults.strict === true),
    marks: { now: value('newMark') ?? '+', old: value('oldMark') ?? '-', context: value('contextMark') ?? ' ' },
    wsKinds: wsKindsOf(value('wsHighlight') ?? context.config.get('diff.wsErrorHighlight') ?? 'default'),
    noDeleted: is('noDeleted'),
    binary: is('binary'),
    text: is('text'),
    digits,
    indexDigits: is('fullIndex') ? 40 : is('noAbbrev') ? standardDigits(context) : digits,
    wholeDigits: is('fullIndex') ? 40 : standardDigits(context),
    allPaths: is('allPaths'),
    toFile: value('output') !== undefined,
    ignoreSubmodules: ignoredSubmodules(value('ignoreSubmodules') ?? context.config.get('diff.ignoreSubmodules')),
    prefixes: is('reverse') ? [prefixes[1], prefixes[0]] : prefixes,
    renames: renamesOf(context, options),
    filter: knownFilter(value('filter')),
    pick: pick && {
      kind: pick === 'pick' ? 'count' : pick === 'grep' ? 'lines' : 'object',
      pattern: value(pick) ?? '',
      isRegex: pick === 'grep' || is('regex'),
      all: is('pickAll'),
    },
    words:
      wordDiff === undefined || wordDiff === 'none'
        ? undefined
        : {
            how: wordDiff === 'color' || wordDiff === 'porcelain' ? wordDiff : 'plain',
            asked: wordPattern(value('colorWords') || value('wordRegex')),
            standard: wordPattern(context.config.get('diff.wordRegex')),
          },
    stat: statOf(context, options, defaults.columns ?? (Number(context.io.env.COLUMNS) || COLUMNS)),
    dirstat: readDirstat([
      context.config.get('diff.dirstat'),
      ...options.values('dirstat'),
      ...options.values('dirstatFiles').map((more) => `files,${more}`),
      is('cumulative') ? 'cumulative' : '',
    ]),
    submodule: submoduleOf(value('submodule') ?? context.config.get('diff.submodule') ?? 'short'),
    textconv: options.last('askedTextconv', 'noTextconv') !== 'noTextconv',
    external:
      options.last('external', 'noExternal') === 'external' || (defaults.external === true && !is('noExternal')),
    compact: is('compact'),
    zero: is('zero'),
    reverse: is('reverse'),
    relative: relativeTo(context, value('relative')),
    colored: on,
    paint,
  };
}

/** The folder that paths are shown from: as an option says, and without one the settings. */
function relativeTo(context: Context, asked: string | undefined): string | undefined {
  const setting = context.config.boolean('diff.relative') === true ? '' : undefined;
  const folder = asked ?? setting;
  return folder === '' ? prefixOf(context, context.io.cwd) : folder;
}

/** `new,old`, `all` and the like. */
function wsKindsOf(text: string): DiffStyle['wsKinds'] {
  const kinds = new Set<keyof DiffStyle['marks']>();
  for (const word of text.split(',')) {
    if (word === 'none' || word === 'default') kinds.clear();
    if (word === 'default' || word === 'new' || word === 'all') kinds.add('now');
    if (word === 'old' || word === 'all') kinds.add('old');
    if (word === 'context' || word === 'all') kinds.add('context');
    if (!['none', 'default', 'new', 'old', 'context', 'all'].includes(word))
      throw new GitFailure(`unknown value after ws-error-highlight=${word}`, 129);
  }
  return kinds;
}

/** The letters of `--diff-filter`, if git knows all of them. */
function knownFilter(filter: string | undefined): string | undefined {
  const [unknown] = /[^ACDMRTUXB*]/i.exec(filter ?? '') ?? [];
  if (unknown !== undefined) throw new GitFailure(`unknown change class '${unknown}' in --diff-filter=${filter}`, 129);
  return filter;
}

function ignoredSubmodules(text: string | undefined): DiffStyle['ignoreSubmodules'] {
  if (text === '' || text === 'all') return 'all';
  if (text === 'dirty') return text;
  if (text === undefined || text === 'none' || text === 'untracked') return undefined;
  throw new GitFailure(`bad --ignore-submodules argument: ${text}`);
}

function startOf({ value, last }: Options<DiffFlag, DiffValue>, strict: boolean): DiffStyle['start'] {
  const chosen = last('rotate', 'skipTo');
  return chosen && { path: value(chosen) ?? '', skips: chosen === 'skipTo', strict };
}

function submoduleOf(text: string): DiffStyle['submodule'] {
  if (text === '') return 'log';
  if (text === 'short' || text === 'log' || text === 'diff') return text;
  throw new GitFailure(`failed to parse --submodule option parameter: '${text}'`, 129);
}

const ALL_SHAPES = [
  'patch',
  'raw',
  'names',
  'status',
  'numstat',
  'stat',
  'shortstat',
  'summary',
  'patchStat',
  'patchRaw',
  'compact',
] as const;

function shapesOf({ is, value }: Options<DiffFlag, DiffValue>): Shape[] {
  const found = new Set<Shape>();
  for (const shape of ['raw', 'names', 'status', 'numstat', 'shortstat', 'summary', 'check', 'patch'] as const)
    if (is(shape)) found.add(shape);
  if (
    value('stat') !== undefined ||
    is('compact') ||
    is('patchStat') ||
    value('statWidth') !== undefined ||
    value('statNameWidth') !== undefined ||
    value('statGraphWidth') !== undefined ||
    value('statCount') !== undefined
  )
    found.add('stat');
  if (value('dirstat') !== undefined || value('dirstatFiles') !== undefined || is('cumulative')) found.add('dirstat');
  if (is('patchRaw')) found.add('raw');
  if (is('patchStat') || is('patchRaw') || is('binary') || value('context') !== undefined) found.add('patch');
  return SHAPES.filter((shape) => found.has(shape));
}

function renamesOf(context: Context, { is, value, values, last }: Options<DiffFlag, DiffValue>): DiffStyle['renames'] {
  const chosen = last('noRenames', 'renames', 'copies');
  const setting = context.config.get('diff.renames');
  if (chosen === 'noRenames' || (chosen === undefined && (setting === 'false' || setting === 'no'))) return undefined;
  const harder = is('harder') || values('copies').length > 1;
  const copies = harder || value('copies') !== undefined || (setting ?? '').startsWith('cop');
  const written = value('renames') || value('copies') || '';
  const limit = numberOf(value('limit')) ?? context.config.integer('diff.renameLimit') ?? RENAME_LIMIT;
  const empty = last('emptyRenames', 'noEmptyRenames') !== 'noEmptyRenames';
  return { least: leastOf(written), copies, harder, limit, empty };
}

/** A share such as `90%`, `90` or `.9`, of 60,000. */
export function leastOf(written: string): number {
  if (written === '') return SAME / 2;
  const [, digits = '', point, mark] = /^(\d*)(\.\d+)?(%?)$/.exec(written) ?? [];
  if (mark === '%') return Math.floor((Number(`${digits}${point ?? ''}`) / 100) * SAME);
  const share = Number(`0.${digits}${(point ?? '').replace('.', '')}`);
  if (!Number.isFinite(share)) throw new GitFailure(`invalid argument to find-renames: ${written}`, 129);
  return Math.floor(Math.min(1, digits === '1' || digits === '100' ? 1 : share) * SAME);
}

function statOf({ config }: Context, { value }: Options<DiffFlag, DiffValue>, columns: number): DiffStyle['stat'] {
  const written = value('stat') ?? '';
  if (!/^(?:\d*,){0,2}\d*$/.test(written)) throw new GitFailure(`invalid --stat value: ${written}`, 129);
  const [width, nameWidth, count] = written.split(',');
  return {
    width: Number(value('statWidth') ?? (width || columns)),
    nameWidth: Number(value('statNameWidth') ?? (nameWidth || 0)),
    graphWidth: Number(value('statGraphWidth') ?? config.integer('diff.statGraphWidth') ?? 0),
    count: Number(value('statCount') ?? (count || 0)),
  };
}

function numberOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d+$/.test(text)) throw new GitFailure(`invalid context length argument: ${text}`, 129);
  return Number(text);
}

/** What `core.abbrev` says of how long ids are; without it, or with `auto`, seven digits. */
function standardDigits({ config }: Context): number {
  const setting = config.get('core.abbrev');
  return setting !== undefined && asBoolean(setting) === false ? 40 : (config.integer('core.abbrev') ?? DIGITS);
}

const digitsOf = (text: string | undefined): number | undefined =>
  text ? Math.min(40, Math.max(4, Number(text))) : undefined;
