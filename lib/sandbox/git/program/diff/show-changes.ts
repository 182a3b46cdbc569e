import { GitFailure } from '../../git-failure';
import { letterOf, percent, type ChangedFile } from '../../diff/file-change';
import { findRenames } from '../../diff/renames';
import type { FileVersions } from './sides';
import { formatMode, GITLINK } from '../../store/tree';
import type { Shape } from './diff-options';
import { encodeUtf8 } from '../../store/bytes';
import type { DiffStyle } from './diff-style';
import { dirstatText } from './dirstat';
import { externalText } from './external-diff';
import { orderChanges } from './order-changes';
import { patchOf, patchText, shownLine, type FilePatch } from './patch-text';
import { pickChanges } from './pickaxe';
import { quotePath } from '../text/quote-path';
import { submoduleText } from './submodule-diff';
import { movedName, statText, summaryText, sumText } from './stat-text';

/** The changes to show: with renames joined, and filtered. */
export async function prepareChanges(
  given: readonly ChangedFile[],
  style: DiffStyle,
  all?: FileVersions,
): Promise<ChangedFile[]> {
  let changes = style.reverse
    ? given.map((change) => ({ ...change, before: change.after, after: change.before }))
    : [...given];
  const { relative, renames, filter, pick, order, start: first, ignoreSubmodules } = style;
  if (ignoreSubmodules !== undefined) changes = changes.flatMap((change) => withoutInner(change, ignoreSubmodules));
  if (relative) {
    // It is the beginning of a path, not the name of a folder.
    const cut = (path: string) => path.slice(relative.length).replace(/^\//, '');
    changes = changes
      .filter(({ path }) => path.startsWith(relative))
      .map((change) => ({
        ...change,
        path: cut(change.path),
        before: change.before && { ...change.before, path: cut(change.before.path) },
        after: change.after && { ...change.after, path: cut(change.after.path) },
      }));
  }
  if (renames) {
    changes = await findRenames(changes, {
      empty: renames.empty,
      least: renames.least,
      copies: renames.copies,
      limit: renames.limit,
      onSkipped: (needed) => style.context.io.err(tooManyFiles(needed)),
      ...(renames.harder && all && { all: [...all.values()] }),
    });
  }
  if (pick) changes = await pickChanges(style.context, changes, pick);
  if (order) changes = await orderChanges(style.context, changes, order);
  if (first && changes.length > 0) {
    const at = changes.findIndex(({ path }) => path === first.path || (!first.strict && path > first.path));
    if (at < 0 && first.strict) throw new GitFailure(`No such path '${first.path}' in the diff`);
    if (at >= 0) changes = [...changes.slice(at), ...(first.skips ? [] : changes.slice(0, at))];
  }
  if (filter === undefined) return changes;
  const [wanted, unwanted] = [filter.replaceAll(/[a-z*]/g, ''), filter.replaceAll(/[^a-z]/g, '').toUpperCase()];
  const isWhole = filter.includes('*') && changes.some((change) => wanted.includes(letterOf(change)));
  if (isWhole) return changes;
  return changes.filter(
    (change) => (wanted === '' || wanted.includes(letterOf(change))) && !unwanted.includes(letterOf(change)),
  );
}

/** A change, without what is left out of a submodule's. */
function withoutInner(change: ChangedFile, what: 'all' | 'dirty'): ChangedFile[] {
  const { before, after } = change;
  if (before?.mode !== GITLINK && after?.mode !== GITLINK) return [change];
  if (what === 'all') return (before ?? after)?.mode === (after ?? before)?.mode ? [] : [change];
  if (!after?.dirty) return [change];
  return before?.oid === after.oid
    ? []
    : [
        {
          ...change,
          after: { ...after, dirty: false, read: async () => encodeUtf8(`Subproject commit ${after.oid}\n`) },
        },
      ];
}

const tooManyFiles = (needed: number): string =>
  `warning: exhaustive rename detection was skipped due to too many files.\nwarning: you may want to set your diff.renameLimit variable to at least ${needed} and retry the command.\n`;

const showChanges = async (changes: readonly ChangedFile[], style: DiffStyle): Promise<string> =>
  changesText(await prepareChanges(changes, style), style, ['patch']);

/** The changes in the requested formats, or in `otherwise` if none was requested. */
export async function changesText(
  changes: readonly ChangedFile[],
  style: DiffStyle,
  otherwise: readonly Shape[],
): Promise<string> {
  if (style.silent) return '';
  const shapes = style.shapes.length > 0 ? style.shapes : otherwise;
  const has = (shape: Shape) => shapes.includes(shape);
  const needsPatches = shapes.some((shape) => !['raw', 'names', 'status', 'summary'].includes(shape));
  const patches: FilePatch[] = [];
  if (needsPatches)
    for (const change of changes) {
      const inner =
        (await submoduleText(change, style, showChanges)) ??
        (has('patch') ? await externalText(change, style) : undefined);
      patches.push({ ...(await patchOf(change, style)), inner });
    }
  const counted = patches.filter(countsAsChange(style));
  let out = '';
  if (has('raw')) out += changes.map((change) => rawLine(change, style)).join('');
  if (has('names')) out += changes.map(({ path }) => name(path, style) + end(style)).join('');
  else if (has('status')) out += changes.map((change) => statusLine(change, style)).join('');
  if (has('numstat')) out += counted.map((patch) => numstatLine(patch, style)).join('');
  if (has('stat')) out += statText(counted, style);
  if (has('shortstat') && counted.length > 0) out += sumText(counted);
  if (has('dirstat')) out += await dirstatText(counted, style.dirstat);
  if (has('summary') && !style.compact) out += summaryText(changes, style);
  if (has('check')) out += patches.map((patch) => checkText(patch, style)).join('');
  if (has('check') && changes.some(({ unmerged }) => unmerged)) out = out.replaceAll(/^\* Unmerged.*\n/gm, '');
  if (!has('patch')) return out;
  const patch = patches
    .map((one) =>
      one.change.unmerged && one.inner === undefined ? `* Unmerged path ${one.change.path}\n` : patchText(one, style),
    )
    .join('');
  return out !== '' && patch !== '' ? `${out}\n${patch}` : out + patch;
}

/** Whether a file is counted: not if it only differs in what is ignored. */
const countsAsChange =
  ({ blindness, blankLines, ignored }: DiffStyle) =>
  ({ change, changes, binary }: FilePatch): boolean =>
    !(
      Object.values({ ...blindness, algorithm: undefined, low: undefined }).some(Boolean) ||
      blankLines ||
      ignored.length > 0
    ) ||
    binary ||
    changes.length > 0 ||
    !change.before ||
    !change.after ||
    change.before.mode !== change.after.mode ||
    change.similarity !== undefined;

const end = ({ zero }: DiffStyle): string => (zero ? '\0' : '\n');
const name = (path: string, style: DiffStyle): string => (style.zero ? path : quotePath(path, style.context));

function statusLine(change: ChangedFile, style: DiffStyle): string {
  const gap = style.zero ? '\0' : '\t';
  const letter = letterOf(change);
  if (change.similarity === undefined) return `${letter}${gap}${name(change.path, style)}${end(style)}`;
  const score = String(percent(change.similarity)).padStart(3, '0');
  return `${letter}${score}${gap}${name(change.before?.path ?? '', style)}${gap}${name(change.path, style)}${end(style)}`;
}

function numstatLine({ change, added, removed, binary }: FilePatch, style: DiffStyle): string {
  const counts = binary ? '-\t-' : `${added}\t${removed}`;
  if (change.similarity !== undefined && change.before) {
    if (style.zero) return `${counts}\t\0${change.before.path}\0${change.path}\0`;
    return `${counts}\t${movedName(change.before.path, change.path, style.context)}\n`;
  }
  return `${counts}\t${name(change.path, style)}${end(style)}`;
}

function rawLine(change: ChangedFile, style: DiffStyle, abbreviated = true): string {
  const { before, after, similarity, path } = change;
  const id = (side: ChangedFile['after']) =>
    (!side || side.inWork ? '0'.repeat(40) : side.oid).slice(0, abbreviated ? style.digits : 40);
  const mode = (value: number | undefined) => formatMode(value ?? 0);
  const head = `:${mode(before?.mode)} ${mode(after?.mode)} ${id(before)} ${id(after)} ${letterOf(change)}`;
  const gap = style.zero ? '\0' : '\t';
  if (similarity === undefined) return `${head}${gap}${name(path, style)}${end(style)}`;
  return `${head}${String(percent(similarity)).padStart(3, '0')}${gap}${name(before?.path ?? '', style)}${gap}${name(path, style)}${end(style)}`;
}

/** The whitespace errors in added lines. */
function checkText({ change, old, now, changes }: FilePatch, style: DiffStyle): string {
  const { context } = style;
  const rules = whitespaceRules(context.config.get('core.whitespace') ?? '');
  let out = '';
  for (const { newStart, newEnd } of changes) {
    for (let at = newStart; at < newEnd; at++) {
      const line = (now[at] ?? '').replace(/\n$/, '');
      const judged = rules.has('cr-at-eol') ? line.replace(/\r$/, '') : line;
      const faults = [
        ...(rules.has('blank-at-eol') && /[ \t\r]+$/.test(judged) ? ['trailing whitespace'] : []),
        ...(rules.has('space-before-tab') && /^\t* +\t/.test(line) ? ['space before tab in indent'] : []),
        ...(rules.has('indent-with-non-tab') && /^\t* {8}/.test(line) ? ['indent with spaces'] : []),
        ...(rules.has('tab-in-indent') && /^ *\t/.test(line) ? ['tab in indent'] : []),
      ];
      if (/^(?:<{7}|={7}|>{7}|\|{7})(?:\s|$)/.test(line)) out += `${change.path}:${at + 1}: leftover conflict marker\n`;
      else if (faults.length > 0)
        out += `${change.path}:${at + 1}: ${faults.join(', ')}.\n${shownLine(`+${line}`, style, false)}\n`;
    }
  }
  const blank = blankLinesAtEnd(now);
  if (rules.has('blank-at-eof') && blank > blankLinesAtEnd(old))
    out += `${change.path}:${now.length - blank + 1}: new blank line at EOF.\n`;
  return out;
}

/** The errors in `core.whitespace`: the default ones, plus those named, minus those with a `-`. */
function whitespaceRules(setting: string): Set<string> {
  const rules = new Set(['blank-at-eol', 'space-before-tab', 'blank-at-eof']);
  for (const word of setting.split(/[\s,]+/).filter(Boolean)) {
    const plain = word.replace(/^-/, '');
    for (const name of plain === 'trailing-space' ? ['blank-at-eol', 'blank-at-eof'] : [plain])
      if (word.startsWith('-')) rules.delete(name);
      else rules.add(name);
  }
  return rules;
}

/** How many blank lines a file ends with, as git counts them: not one that ends with the file's first character. */
function blankLinesAtEnd(lines: readonly string[]): number {
  let count = 0;
  let end = lines.join('').length;
  for (const line of lines.toReversed()) {
    const last = end - (line.endsWith('\n') ? 2 : 1);
    if (last <= 0 || /[^ \t\n\v\f\r]/.test(line)) break;
    count++;
    end -= line.length;
  }
  return count;
}
