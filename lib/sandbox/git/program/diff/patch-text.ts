import { isBinary, decodeUtf8 } from '../../store/bytes';
import { formatMode } from '../../store/tree';
import { percent, type ChangedFile, type FileVersion } from '../../diff/file-change';
import { headingOf, hunkLines, hunksOf, NO_NEWLINE, rangeText, type Hunk } from '../../diff/hunks';
import { diffLines, splitLines, type LineChange } from '../../diff/line-diff';
import { binaryPatch } from './binary-patch';
import { convertText, diffDriver, type DiffDriver } from './diff-driver';
import type { DiffStyle } from './diff-style';
import { quotePath } from '../text/quote-path';
import { wordHunk } from './word-hunk';

/** A file's change with its line differences. */
export interface FilePatch {
  readonly change: ChangedFile;
  readonly binary: boolean;
  readonly old: readonly string[];
  readonly now: readonly string[];
  readonly changes: readonly LineChange[];
  readonly added: number;
  readonly removed: number;
  readonly bytes: readonly [Uint8Array, Uint8Array];
  /** Finds the headings of hunks. */
  readonly heading?: DiffDriver['heading'];
  readonly words?: DiffDriver['words'];
  /** Shown in place of a patch for a submodule. */
  readonly inner?: string | undefined;
}

const NONE = new Uint8Array();

export async function patchOf(change: ChangedFile, style: DiffStyle): Promise<FilePatch> {
  const driver = await diffDriver(style.context, change.path);
  const bytes = [
    await shownVersion(change.before, driver, style),
    await shownVersion(change.after, driver, style),
  ] as const;
  const converted = driver.textconv !== undefined && style.textconv && showsPatch(style);
  const binary = !style.text && !converted && (driver.binary ?? bytes.some(isBinary));
  if (binary) return { change, binary, old: [], now: [], changes: [], added: 0, removed: 0, bytes };
  const [old, now] = [splitLines(decodeUtf8(bytes[0])), splitLines(decodeUtf8(bytes[1]))];
  const isBlank = (line: string | undefined) => (line ?? '').trim() === '';
  const all = diffLines(old, now, style.blindness);
  const isLeftOut = (line: string) =>
    (style.blankLines && isBlank(line)) || style.ignored.some((pattern) => pattern.test(line));
  const filters = style.blankLines || style.ignored.length > 0;
  const marked = all.map((one) => ({
    ...one,
    ignored: [...old.slice(one.oldStart, one.oldEnd), ...now.slice(one.newStart, one.newEnd)].every(isLeftOut),
  }));
  const rules = { context: style.lines, between: style.between };
  const changes = filters ? hunksOf(marked, old, now, rules).flatMap((hunk) => hunk.changes) : all;
  // If only the inside of a submodule changed, no lines are counted.
  const counted = change.before?.oid === change.after?.oid ? [] : changes;
  const added = counted.reduce((sum, { newStart, newEnd }) => sum + newEnd - newStart, 0);
  const removed = counted.reduce((sum, { oldStart, oldEnd }) => sum + oldEnd - oldStart, 0);
  return { change, binary, old, now, changes, added, removed, bytes, heading: driver.heading, words: driver.words };
}

/** Numbers are of the files as they are. */
const showsPatch = ({ shapes }: DiffStyle): boolean => shapes.length === 0 || shapes.includes('patch');

async function shownVersion(
  version: FileVersion | undefined,
  { textconv }: DiffDriver,
  style: DiffStyle,
): Promise<Uint8Array> {
  const bytes = (await version?.read()) ?? NONE;
  if (!version || textconv === undefined || !style.textconv || !showsPatch(style)) return bytes;
  return convertText(style.context, textconv, version.path, bytes);
}

const short = (version: FileVersion | undefined, digits: number): string =>
  (version?.oid ?? '0'.repeat(40)).slice(0, digits);

const isSpaceBlind = ({ blindness }: DiffStyle): boolean =>
  Object.values({ ...blindness, algorithm: undefined, low: undefined }).some(Boolean);

/** The change as `git diff` shows it; empty if nothing that counts changed. */
export function patchText(patch: FilePatch, style: DiffStyle): string {
  const { change, binary, changes, bytes } = patch;
  if (patch.inner !== undefined) return patch.inner;
  const { before, after } = change;
  const { paint, context } = style;
  if (before && after && before.mode >> 12 !== after.mode >> 12) {
    // A change of type is shown as a deletion and an addition.
    return [
      { ...change, after: undefined },
      { ...change, before: undefined },
    ]
      .map((half) => patchText(halfOf(patch, half, style), style))
      .join('');
  }
  const name = (prefix: string, version: FileVersion | undefined) =>
    quotePath(`${prefix}${version?.path ?? change.path}`, context);
  const [from, to] = [name(style.prefixes[0], before ?? after), name(style.prefixes[1], after ?? before)];
  const lines = [`diff --git ${from} ${to}`, ...headerLines(change, style)];
  const samePlain = before?.oid === after?.oid;
  if (!samePlain) {
    const mode = before && after && before.mode === after.mode ? ` ${formatMode(after.mode)}` : '';
    const digits = binary && style.binary ? 40 : style.indexDigits;
    lines.push(`index ${short(before, digits)}..${short(after, digits)}${mode}`);
  }
  const [oldName, newName] = [before ? from : '/dev/null', after ? to : '/dev/null'];
  const meta = () => lines.map((line) => `${paint('bold', line)}\n`).join('');
  if (binary && !samePlain) {
    if (style.binary) return `${meta()}${binaryPatch(bytes[0], bytes[1])}`;
    return `${meta()}Binary files ${oldName} and ${newName} differ\n`;
  }
  if (changes.length === 0)
    return isSpaceBlind(style) || style.blankLines || style.ignored.length > 0
      ? lines.length > 2 || !before || !after
        ? meta()
        : ''
      : meta();
  const withTab = (text: string) => (text !== '/dev/null' && text.includes(' ') ? `${text}\t` : text);
  if (!after && style.noDeleted) return meta();
  lines.push(`--- ${withTab(oldName)}`, `+++ ${withTab(newName)}`);
  return `${meta()}${hunksText(patch, style)}`;
}

function halfOf(patch: FilePatch, change: ChangedFile, style: DiffStyle): FilePatch {
  const plain = change.before ? decodeUtf8(patch.bytes[0]) : decodeUtf8(patch.bytes[1]);
  const lines = splitLines(plain);
  const [oldLines, newLines] = change.before ? [lines, []] : [[], lines];
  return { ...patch, change, old: oldLines, now: newLines, changes: diffLines(oldLines, newLines, style.blindness) };
}

function headerLines({ before, after, similarity, copied }: ChangedFile, { context }: DiffStyle): string[] {
  if (!before) return [`new file mode ${formatMode(after?.mode ?? 0)}`];
  if (!after) return [`deleted file mode ${formatMode(before.mode)}`];
  const lines =
    before.mode === after.mode ? [] : [`old mode ${formatMode(before.mode)}`, `new mode ${formatMode(after.mode)}`];
  if (similarity === undefined) return lines;
  const verb = copied ? 'copy' : 'rename';
  return [
    ...lines,
    `similarity index ${percent(similarity)}%`,
    `${verb} from ${quotePath(before.path, context)}`,
    `${verb} to ${quotePath(after.path, context)}`,
  ];
}

export function hunksText(patch: FilePatch, style: DiffStyle): string {
  const { old, now, changes, heading } = patch;
  const hunks = hunksOf(changes, old, now, {
    context: style.lines,
    between: style.between,
    functions: style.functions,
    ...(heading && { isHeading: (line: string) => heading(line) !== undefined }),
  });
  return hunks.map((hunk) => hunkText(hunk, patch, style)).join('');
}

function hunkText(hunk: Hunk, { old, now, heading: headingIn, words }: FilePatch, style: DiffStyle): string {
  const { paint } = style;
  const heading = headingOf(old, hunk, headingIn);
  const head = `${paint('cyan', rangeText(hunk))}${heading === '' || !style.colored ? heading : ` \u001b[m${heading.slice(1)}\u001b[m`}\n`;
  if (style.words)
    return `${head}${wordHunk(hunk, old, now, style, style.words.asked ?? words ?? style.words.standard)}`;
  const end = endBlanks(old, now);
  let [oldAt, newAt] = [hunk.oldStart, hunk.newStart];
  const shown = hunkLines(hunk, old, now).map((line) => {
    const isBlankEnd = line.startsWith('+') && oldAt >= end.old && newAt >= end.now && line.trim() === '+';
    if (/^[ -]/.test(line)) oldAt++;
    if (/^[ +]/.test(line)) newAt++;
    return `${shownLine(line, style, isBlankEnd)}\n`;
  });
  return `${head}${shown.join('')}`;
}

/** Where the blank lines at the end begin, if there are more of them than before. */
function endBlanks(old: readonly string[], now: readonly string[]): { old: number; now: number } {
  const start = (lines: readonly string[]) => lines.findLastIndex((line) => line.trim() !== '') + 1;
  const found = { old: start(old), now: start(now) };
  return now.length - found.now > old.length - found.old ? found : { old: Infinity, now: Infinity };
}

/** A line of a patch with the marks and colours that were asked for. */
export function shownLine(
  line: string,
  { paint, colored, marks, wsKinds, context }: DiffStyle,
  isBlankEnd: boolean,
): string {
  if (line === ' ' && context.config.boolean('diff.suppressBlankEmpty') === true) return '';
  if (line === NO_NEWLINE) return colored ? `${line}\u001b[m` : line;
  const kind = line.startsWith('+') ? 'now' : line.startsWith('-') ? 'old' : 'context';
  const [mark, text] = [marks[kind], line.slice(1)];
  if (!colored) return mark + text;
  const color = { now: 'green', old: 'red', context: '' }[kind];
  if (!wsKinds.has(kind)) {
    const [, plain = '', end = ''] = /^(.*?)(\r?)$/s.exec(mark + text) ?? [];
    return (color === '' ? `${plain}\u001b[m` : paint(color, plain)) + end;
  }
  if (isBlankEnd) return paint('normal red', mark + text);
  const [, indent = '', body = '', end = ''] = /^((?: *\t)*(?=.*\S))(.*?)(\s*)$/s.exec(text) ?? [];
  const faulty = (part: string) => paint('normal red', part);
  const colorful = (part: string) => (part === '' ? '' : color === '' ? `${part}\u001b[m` : paint(color, part));
  // White space at the end of a line is highlighted, and spaces before a tab; tabs have no colour.
  const start = indent.replaceAll(/( *)\t/g, (_, spaces: string) => `${faulty(spaces)}\t`);
  return `${colorful(mark)}${start}${colorful(body)}${faulty(end)}`;
}
