import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { readGitText } from '../../git-fs';
import { decodeUtf8, encodeUtf8, isBinary } from '../../store/bytes';
import { splitLines } from '../../diff/line-diff';
import { openContext, type Context } from '../setup/context';
import { bareContext } from '../setup/bare-context';
import { convertText, diffDriver } from '../diff/diff-driver';
import type { GitCommand } from '../setup/git-io';
import { filesInFolder, filesToSearch } from '../worktree/grep-files';
import {
  expressionWords,
  matchesLine,
  parseExpression,
  wantedPatterns,
  type GrepExpression,
} from '../text/grep-expression';
import { quotePath } from '../text/quote-path';
import { readOptions, type Options } from '../terminal/options';
import { pathspecs, prefixOf, seenFrom, wantedBy } from '../setup/pathspec';
import { perlPattern, posixPattern } from '../text/posix-pattern';
import { escapeRegExp } from '../../../regexp/classes';
import { longestRegExp } from '../../../regexp/longest-match';
import { painter, type Paint } from '../terminal/color';
import { splitArguments } from './diff';

const FLAGS = {
  numbers: '-n --line-number',
  ignoreCase: '-i --ignore-case',
  names: '-l --files-with-matches --name-only',
  without: '-L --files-without-match',
  count: '-c --count',
  words: '-w --word-regexp',
  invert: '-v --invert-match',
  extended: '-E --extended-regexp',
  basic: '-G --basic-regexp',
  fixed: '-F --fixed-strings',
  perl: '-P --perl-regexp',
  noNames: '-h',
  withNames: '-H',
  quiet: '-q --quiet',
  only: '-o --only-matching',
  untracked: '--untracked',
  cached: '--cached',
  fullName: '--full-name',
  heading: '--heading',
  breaks: '--break',
  function: '-p --show-function',
  whole: '-W --function-context',
  allMatch: '--all-match',
  noIndex: '--no-index',
  text: '-a --text',
  noBinary: '-I',
  zero: '-z --null',
  column: '--column',
  noColumn: '--no-column',
  noNumbers: '--no-line-number',
  flat: '--no-recursive',
  noColor: '--no-color',
  textconv: '--textconv',
  noTextconv: '--no-textconv',
  recurse: '--recurse-submodules',
  noRecurse: '--no-recurse-submodules',
  excludes: '--exclude-standard',
  noExcludes: '--no-exclude-standard',
  plain: '-r --recursive --ext-grep --no-ext-grep --index',
} as const;
const VALUES = {
  after: '-A --after-context',
  before: '-B --before-context',
  context: '-C --context -<n>',
  most: '-m --max-count',
  depth: '--max-depth',
  threads: '--threads',
  from: '-f',
} as const;
type GrepOptions = Options<keyof typeof FLAGS, keyof typeof VALUES | 'color'>;

export const gitGrep: GitCommand = async (args, io) => {
  const { words, rest: others } = expressionWords(args);
  const given: GrepOptions = readOptions(others, {
    absent: '-O --open-files-in-pager --show-function-context',
    flags: FLAGS,
    values: VALUES,
    optional: { color: '--color' },
  });
  const context = given.is('noIndex') ? bareContext(io) : await openContext(io);
  const options = withSettings(context, given);
  const { is } = options;
  const rest = [...options.before];
  for (const file of options.values('from')) {
    const text = file === '-' ? decodeUtf8(await io.input()) : await readGitText(io.fs, resolveFrom(io.cwd, file));
    if (text === undefined) throw new GitFailure(`cannot open '${file}': No such file or directory`);
    const patterns = text === '' ? [] : text.replace(/\n$/, '').split('\n');
    words.push(...patterns.map((line) => `-e ${line}`));
    if (words.length === 0) throw new GitFailure('no pattern given');
  }
  const behind = [...(options.paths ?? [])];
  // Without a pattern before it, `--` is followed by one.
  const first = () => (rest.length > 0 ? rest : behind).splice(0, 1);
  const asked = words.length > 0 ? words : first().map((pattern) => `-e ${pattern}`);
  if (asked.length === 0) throw new GitFailure('no pattern given');
  const onLine = words.length === 0;
  const expression = inWordsOf(onLine, () => parseExpression(asked, patternReader(options)));
  const { revisions, paths } = await splitArguments(context, rest, options.paths && behind);
  if (revisions.length > 0 && is('cached')) throw new GitFailure('both --cached and trees are given');
  if (revisions.length > 0 && (is('untracked') || is('noIndex')))
    throw new GitFailure('--no-index or --untracked cannot be used with revs');
  if (options.last('excludes', 'noExcludes') !== undefined && !is('untracked') && !is('noIndex'))
    throw new GitFailure('--[no-]exclude-standard cannot be used for tracked contents');
  const specs = pathspecs(context, io.cwd, paths, { here: true });
  const prefix = prefixOf(context, io.cwd);
  const named = specs.filter(({ excludes }) => !excludes);
  const depth = is('flat') ? 0 : Number(options.value('depth') ?? -1);
  const below = (path: string) => {
    const start = named.find((spec) => !spec.isPattern && (spec.path === '' || path.startsWith(`${spec.path}/`)));
    return path.slice(start ? (start.path === '' ? 0 : start.path.length + 1) : prefix.length).split('/').length - 1;
  };
  const wanted = (path: string) =>
    (named.length > 0 || path.startsWith(prefix)) &&
    (specs.length === 0 || wantedBy(specs)(path)) &&
    (depth < 0 || named.some(({ isPattern }) => isPattern) || below(path) <= depth);
  const { paint } = painter(context, is('noColor') ? 'never' : options.value('color'), 'color.grep');
  let found = false;
  const around =
    is('whole') || (['before', 'after', 'context'] as const).some((name) => Number(options.value(name) ?? 0) > 0);
  const rules = {
    cached: is('cached'),
    untracked: is('untracked'),
    ignored: options.last('excludes', 'noExcludes') === 'noExcludes',
    recurse: recurses(context, given),
    wanted,
  };
  const files = is('noIndex') ? filesInFolder(context, wanted) : filesToSearch(context, revisions, rules);
  for (const { path, label, whole, read } of await files) {
    const stored = await read();
    if (!stored) continue;
    const driver = await diffDriver(context, path);
    const textconv = options.last('textconv', 'noTextconv') === 'textconv' ? driver.textconv : undefined;
    const bytes = textconv === undefined ? stored : await convertText(context, textconv, path, stored);
    const binary = (driver.binary ?? isBinary(bytes)) && options.last('noBinary', 'text') !== 'text';
    if (binary && is('noBinary')) continue;
    const seen = is('fullName') ? path : seenFrom(context, io.cwd, path);
    const name = label + (whole ? '' : is('zero') ? seen : quotePath(seen, context));
    const isHeading = (line: string | undefined) => line !== undefined && driver.heading(line) !== undefined;
    const text = searchFile(decodeUtf8(bytes), binary, name, expression, options, paint, isHeading);
    if (text === undefined) continue;
    if (is('quiet')) return 0;
    // Separates the context lines of different files.
    if (found && !is('names') && !is('count') && !binary)
      io.out(is('breaks') ? '\n' : around ? `${paint('cyan', '--')}\n` : '');
    found = true;
    io.out(text);
  }
  return found ? 0 : 1;
};

/** How patterns are read, as the options say. */
function patternReader({ is }: GrepOptions): (pattern: string) => RegExp {
  const flags = is('ignoreCase') ? 'gi' : 'g';
  return (pattern) => {
    const plain = is('fixed')
      ? new RegExp(escapeRegExp(pattern), flags)
      : is('perl')
        ? perlPattern(pattern, flags)
        : posixPattern(pattern, { extended: is('extended'), flags });
    return is('words') ? longestRegExp(`(?<![A-Za-z0-9_])(?:${plain.source})(?![A-Za-z0-9_])`, plain.flags) : plain;
  };
}

/** git names where a pattern that it cannot read came from. */
function inWordsOf<T>(onLine: boolean, read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!onLine || !(error instanceof GitFailure)) throw error;
    throw new GitFailure(error.message.replace(/^-e option/, 'command line'), error.exitCode, error.prefix);
  }
}

/** The index of the heading above a line, found like those of hunks; -1 if there is none. */
function functionLine(lines: readonly string[], at: number, isHeading: IsHeading): number {
  for (let place = at - 1; place >= 0; place--) if (isHeading(lines[place])) return place;
  return -1;
}

type IsHeading = (line: string | undefined) => boolean;

/** The first and last line of the function around a line, without blank lines before the next one. */
function functionAround(lines: readonly string[], at: number, isHeading: IsHeading): [number, number] {
  let start = isHeading(lines[at]) ? at : Math.max(0, functionLine(lines, at, isHeading));
  // The comment above a function belongs to it.
  if (isHeading(lines[start]))
    while (start > 0 && (lines[start - 1] ?? '').trim() !== '' && !isHeading(lines[start - 1])) start--;
  const next = lines.findIndex((line, place) => place > at && isHeading(line));
  let end = next < 0 ? lines.length - 1 : next - 1;
  while (next >= 0 && end > at && (lines[end] ?? '').trim() === '') end--;
  return [start, end];
}

const recurses = ({ config }: Context, { last }: GrepOptions): boolean =>
  (last('recurse', 'noRecurse') ?? (config.boolean('submodule.recurse') === true ? 'recurse' : '')) === 'recurse';

/** The options, with what the settings say where none was given. */
function withSettings({ config }: Context, given: GrepOptions): GrepOptions {
  const on = new Set<keyof typeof FLAGS>();
  const set = (name: keyof typeof FLAGS, not: keyof typeof FLAGS, key: string) => {
    if (config.boolean(key) === true && given.last(name, not) === undefined) on.add(name);
  };
  set('numbers', 'noNumbers', 'grep.lineNumber');
  set('column', 'noColumn', 'grep.column');
  set('fullName', 'fullName', 'grep.fullName');
  if (given.last('extended', 'basic', 'fixed', 'perl') === undefined) {
    const type = config.get('grep.patternType') ?? 'default';
    if (type === 'extended' || type === 'fixed' || type === 'perl') on.add(type);
    else if (type === 'default' && config.boolean('grep.extendedRegexp') === true) on.add('extended');
  }
  return { ...given, is: (name) => on.has(name) || given.is(name) };
}

/** Whether an expression is more than patterns of which one must match. */
const hasLogic = (expression: GrepExpression): boolean =>
  expression.kind === 'or' ? expression.parts.some(({ kind }) => kind !== 'pattern') : expression.kind !== 'pattern';

/** The output for a file; undefined if nothing in it matches. */
function searchFile(
  text: string,
  binary: boolean,
  name: string,
  expression: GrepExpression,
  { is, value }: GrepOptions,
  paint: Paint,
  isHeading: IsHeading,
): string | undefined {
  const lines = splitLines(text).map((line) => line.replace(/\n$/, ''));
  const tests = wantedPatterns(expression);
  const matches = (line: string) => matchesLine(expression, line) !== is('invert');
  const sides = is('allMatch') && expression.kind === 'or' ? expression.parts : [];
  if (!sides.every((part) => lines.some((line) => matchesLine(part, line))))
    return is('without') ? `${name}\n` : undefined;
  const most = Number(value('most') ?? Infinity);
  // git looks for the next line that matches in all of what is left, and finds the end of it, too, if that fits.
  const looksAhead =
    !is('invert') && !is('allMatch') && !hasLogic(expression) && Number(value('after') ?? value('context') ?? 0) === 0;
  if (looksAhead && text.endsWith('\n') && !matches(lines.at(-1) ?? '') && !is('words') && matches('')) lines.push('');
  const hits = lines.flatMap((line, at) => (matches(line) ? [at] : [])).slice(0, most);
  if (is('without')) return hits.length === 0 ? `${name}\n` : undefined;
  if (hits.length === 0) return undefined;
  if (is('names')) return `${paint('magenta', name)}${is('zero') ? '\0' : '\n'}`;
  const head = is('noNames') || is('heading') ? '' : paint('magenta', name);
  const named = (sep: string) => (head === '' ? '' : head + (is('zero') ? '\0' : paint('cyan', sep)));
  if (is('count')) return `${named(':')}${hits.length}\n`;
  if (binary) return `Binary file ${name} matches\n`;
  const around = Number(value('context') ?? 0);
  const [before, after] = [Number(value('before') ?? around), Number(value('after') ?? around)];
  const isHit = new Set(hits);
  const shown = new Set(
    hits
      .flatMap((at) => {
        const [from, to] = is('whole') ? functionAround(lines, at, isHeading) : [at, at];
        return Array.from({ length: to - from + before + after + 1 }, (_, step) => from - before + step);
      })
      .filter((at) => at >= 0 && at < lines.length),
  );
  const owners = new Set(is('function') ? hits.map((at) => functionLine(lines, at, isHeading)) : []);
  let out = is('heading') ? `${paint('magenta', name)}\n` : '';
  let last = -1;
  let told = -1;
  for (const at of [...shown].toSorted((a, b) => a - b)) {
    if (last >= 0 && at > last + 1 && (before + after > 0 || is('whole'))) out += `${paint('cyan', '--')}\n`;
    if (is('function') && isHit.has(at)) {
      const name = functionLine(lines, at, isHeading);
      if (name > told && !shown.has(name))
        out += `${named('=')}${is('numbers') ? paint('green', String(name + 1)) + paint('cyan', '=') : ''}${lines[name] ?? ''}\n`;
      told = Math.max(told, name);
    }
    last = at;
    const sep = isHit.has(at) ? ':' : (is('whole') && isHeading(lines[at])) || owners.has(at) ? '=' : '-';
    const line = lines[at] ?? '';
    const places = tests.flatMap((test) => [...line.matchAll(test)]).toSorted((a, b) => a.index - b.index);
    const column = (match: { index: number } | undefined) =>
      is('column') && isHit.has(at) ? `${encodeUtf8(line.slice(0, match?.index ?? 0)).length + 1}${sep}` : '';
    const start = `${named(sep)}${is('numbers') ? paint('green', String(at + 1)) + paint('cyan', sep) : ''}`;
    if (!is('only'))
      out += `${start}${column(places[0])}${isHit.has(at) ? tests.reduce((text, test) => text.replaceAll(test, (match) => paint('bold red', match)), line) : line}\n`;
    else
      for (const place of places) {
        // As in git, an empty match ends the line's.
        if (place[0] === '') break;
        out += `${start}${column(place)}${paint('bold red', place[0])}\n`;
      }
  }
  return out;
}
