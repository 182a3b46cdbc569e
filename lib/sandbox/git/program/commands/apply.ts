import { resolveFrom } from '../../../embedded/fs/paths';
import { GitFailure } from '../../git-failure';
import { readGitText } from '../../git-fs';
import { decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { bareEntry } from '../../store/index-file';
import { FILE_MODE, formatMode } from '../../store/tree';
import { applyHunks } from '../apply-hunks';
import { globPattern } from '../glob';
import { bareContext } from '../bare-context';
import { findContext, loadIndex, saveIndex, type Context } from '../context';
import type { GitCommand } from '../git-io';
import { mergeTexts } from '../../merge/merge-text';
import { conflictStyle } from '../merge-into-work';
import { readOptions } from '../options';
import { parsePatch, type FileEdit } from '../patch-file';
import { prefixOf } from '../pathspec';
import { readWhitespaceAction, tellCount, tellFaults } from '../patch-whitespace';
import { sumText } from '../stat-text';
import { lookAtFile, modeOf, readWorkFile, removeWorkFile, stageFile, writeWorkBytes } from '../work-files';
import type { FilePatch } from '../patch-text';

const FLAGS = {
  check: '--check',
  stat: '--stat',
  numstat: '--numstat',
  summary: '--summary',
  apply: '--apply',
  index: '--index',
  cached: '--cached',
  reverse: '-R --reverse',
  reject: '--reject',
  threeWay: '-3 --3way',
  verbose: '-v --verbose',
  quiet: '-q --quiet',
  blind: '--ignore-whitespace --ignore-space-change',
  plain: '--unidiff-zero',
  allowEmpty: '--allow-empty',
  binary: '--allow-binary-replacement --binary',
} as const;

interface Done {
  readonly edit: FileEdit;
  readonly path: string;
  /** Undefined: the file is deleted. */
  readonly bytes: Uint8Array | undefined;
  readonly mode: number;
  readonly conflict?: { readonly base: Uint8Array; readonly ours: Uint8Array; readonly theirs: Uint8Array };
}

export const apply: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: '--unsafe-paths --intent-to-add -N -C --recount --inaccurate-eof --allow-overlap',
    flags: FLAGS,
    values: {
      strip: '-p',
      directory: '--directory',
      whitespace: '--whitespace',
      exclude: '--exclude',
      include: '--include',
    },
  });
  const { is } = options;
  const context = (await findContext(io)) ?? bareContext(io);
  const texts: string[] = [];
  for (const file of options.rest.length > 0 ? options.rest : ['-']) {
    const text = file === '-' ? decodeUtf8(await io.input()) : await readGitText(io.fs, resolveFrom(io.cwd, file));
    if (text === undefined)
      throw new GitFailure(`can't open patch '${file}': No such file or directory`, 128, 'error: ');
    texts.push(text);
  }
  const count = Number(options.value('strip') ?? 1);
  const action = readWhitespaceAction(options.value('whitespace') ?? context.config.get('apply.whitespace'));
  const fix = action === 'fix';
  const [include, exclude] = [options.values('include'), options.values('exclude')].map((globs) =>
    globs.map((glob) => globPattern(glob, { slashes: true })),
  );
  const parsed = texts.flatMap((text) => parsePatch(fix ? withoutBlanks(text) : text, count));
  if (parsed.length === 0) {
    if (is('allowEmpty')) return;
    throw new GitFailure('No valid patches in input (allow with "--allow-empty")', 128, 'error: ');
  }
  const edits = parsed
    .filter(({ from, to }) => {
      const path = to ?? from ?? '';
      return !exclude?.some((glob) => glob.test(path)) && (!include?.length || include.some((glob) => glob.test(path)));
    })
    .map((edit) => (is('reverse') ? reversed(edit) : edit));
  if (is('stat') || is('numstat') || is('summary')) {
    const rest = [...edits];
    for (const text of texts) {
      const own = rest.splice(0, parsePatch(text, count).length);
      if (own.length > 0) io.out(report(context, own, is, is('reverse')));
    }
    if (!is('apply')) return;
  }
  const name = options.rest.length > 0 && options.rest[0] !== '-' ? (options.rest[0] ?? '') : '<stdin>';
  const told = is('reverse')
    ? { lines: 0, fixable: 0 }
    : tellFaults(
        io,
        name,
        texts.flatMap((text) => parsePatch(text, count)),
        action,
      );
  if (told.lines > 0 && action.startsWith('error')) {
    tellCount(io, told, action);
    return 128;
  }
  const folder = options.value('directory');
  const prefix = `${prefixOf(context, io.cwd)}${folder === undefined ? '' : `${folder.replace(/\/$/, '')}/`}`;
  const code = await applyEdits(context, edits, { ...flagsOf(is), prefix, reverse: is('reverse'), trimsEnd: fix });
  if (code === 0) tellCount(io, told, action);
  return code;
};

/** `--whitespace=fix`: removes trailing blanks, and spaces before tabs, from added lines. */
const withoutBlanks = (patch: string): string =>
  patch.replaceAll(/^\+(?!\+\+ )(.*)$/gm, (_, line: string) => `+${line.trimEnd().replace(/^(\t*) +(?=\t)/, '$1')}`);

const flagsOf = (is: (flag: keyof typeof FLAGS) => boolean) => ({
  check: is('check'),
  index: is('index') || is('threeWay'),
  cached: is('cached'),
  reject: is('reject'),
  threeWay: is('threeWay'),
  verbose: is('verbose') || is('reject'),
  blind: is('blind'),
});

export interface PatchRules {
  readonly check: boolean;
  readonly index: boolean;
  readonly cached: boolean;
  readonly reject: boolean;
  readonly threeWay: boolean;
  readonly verbose: boolean;
  readonly blind: boolean;
  readonly prefix: string;
  /** Drops blank lines that the patch adds at the end of a file. */
  readonly trimsEnd?: boolean;
  readonly reverse: boolean;
}

const reversed = (edit: FileEdit): FileEdit => ({
  ...edit,
  from: edit.to,
  to: edit.from,
  oldMode: edit.newMode,
  newMode: edit.oldMode,
  binary: edit.binary && { now: edit.binary.old, old: edit.binary.now },
});

/** Applies a patch to all its files, or to none if any does not fit. */
export async function applyEdits(context: Context, edits: readonly FileEdit[], rules: PatchRules): Promise<number> {
  const { io } = context;
  const done: Done[] = [];
  let failed = false;
  for (const edit of edits) {
    const result = await tryEdit(context, edit, rules);
    if (typeof result === 'string') {
      io.err(result);
      failed = true;
    } else if (result) {
      done.push(result.done);
      failed ||= result.rejected;
    }
  }
  if (failed && !rules.reject) return 1;
  if (rules.check) return failed ? 1 : 0;
  let conflicts = false;
  const index = rules.index || rules.cached ? await loadIndex(context) : undefined;
  for (const { edit, path, bytes, mode, conflict } of done) {
    if (edit.from !== undefined && !edit.copies && rules.prefix + edit.from !== path) {
      if (!rules.cached) await removeWorkFile(context, rules.prefix + edit.from);
      index?.remove(rules.prefix + edit.from);
    }
    if (!bytes) {
      if (!rules.cached) await removeWorkFile(context, path);
      index?.remove(path);
      continue;
    }
    if (!rules.cached) await writeWorkBytes(context, path, mode, bytes);
    if (!index) continue;
    if (conflict) {
      conflicts = true;
      index.remove(path);
      for (const [at, one] of [conflict.base, conflict.ours, conflict.theirs].entries())
        index.set(bareEntry(path, { mode, oid: await context.objects.write('blob', one) }, at + 1));
      io.err(`Applied patch to '${path}' with conflicts.\nU ${path}\n`);
      continue;
    }
    const stat = rules.cached ? undefined : await lookAtFile(context, path);
    index.set(
      stat
        ? await stageFile(context, index, path, stat)
        : bareEntry(path, { mode, oid: await context.objects.write('blob', bytes) }),
    );
    if (rules.threeWay) io.err(`Applied patch to '${path}' cleanly.\n`);
  }
  if (index) await saveIndex(context, index);
  return failed || conflicts ? 1 : 0;
}

async function tryEdit(
  context: Context,
  edit: FileEdit,
  rules: PatchRules,
): Promise<{ done: Done; rejected: boolean } | string | undefined> {
  const { io } = context;
  const source = edit.from === undefined ? undefined : rules.prefix + edit.from;
  const path = rules.prefix + (edit.to ?? edit.from ?? '');
  const index = rules.index || rules.cached ? await loadIndex(context) : undefined;
  const own = source === undefined ? undefined : index?.get(source);
  const stat = source === undefined ? undefined : await lookAtFile(context, source);
  if (rules.verbose) io.err(`Checking patch ${path}...\n`);
  if (edit.from === undefined || (edit.renames && source !== path)) {
    const exists = rules.cached
      ? index?.has(path)
      : index?.has(path) || (await lookAtFile(context, path)) !== undefined;
    if (exists) return `error: ${path}: already exists in ${index?.has(path) ? 'index' : 'working directory'}\n`;
  }
  if (source !== undefined && (rules.cached ? !own : !stat))
    return rules.index || rules.cached
      ? `error: ${source}: does not exist in index\n`
      : `error: ${source}: No such file or directory\n`;
  if (source !== undefined && rules.index && !rules.cached && own && stat) {
    if (context.objects.hash('blob', await readWorkFile(context, source, stat)) !== own.oid)
      return `error: ${source}: does not match index\n`;
  }
  const before =
    source === undefined
      ? new Uint8Array()
      : rules.cached && own
        ? await context.objects.blob(own.oid)
        : stat
          ? await readWorkFile(context, source, stat)
          : new Uint8Array();
  const mode = edit.newMode ?? own?.mode ?? (stat ? modeOf(context, stat) : FILE_MODE);
  if (edit.binary) {
    if (edit.to === undefined) return { done: { edit, path, bytes: undefined, mode }, rejected: false };
    if (!edit.binary.now)
      return `error: cannot apply binary patch to '${path}' without full index line\nerror: ${path}: patch does not apply\n`;
    return { done: { edit, path, bytes: edit.binary.now, mode }, rejected: false };
  }
  const placed = applyHunks(decodeUtf8(before), edit.hunks, { reverse: rules.reverse, blind: rules.blind });
  if (rules.threeWay && source !== undefined && edit.to !== undefined) {
    const three = placed.rejected.length > 0 ? await byThreeWay(context, edit, before, rules) : undefined;
    if (three)
      return {
        done: {
          edit,
          path,
          bytes: three.bytes,
          mode,
          conflict: { base: three.base, ours: before, theirs: three.theirs },
        },
        rejected: false,
      };
  }
  const faults = placed.rejected
    .map((hunk) => {
      const sought = hunk.lines.filter((line) => !line.startsWith('+') && !line.startsWith('\\'));
      const told = rules.verbose
        ? `error: while searching for:\n${sought.map((line) => `${line.slice(1)}\n`).join('')}\n`
        : '';
      return `${told}error: patch failed: ${path}:${rules.reverse ? hunk.newStart : hunk.oldStart}\n`;
    })
    .slice(0, rules.reject ? undefined : 1)
    .join('');
  if (placed.rejected.length > 0 && !rules.reject) return `${faults}error: ${path}: patch does not apply\n`;
  if (rules.verbose)
    for (const { line, offset } of placed.offsets)
      if (offset !== 0)
        io.err(`Hunk #1 succeeded at ${line} (offset ${offset} line${Math.abs(offset) === 1 ? '' : 's'}).\n`);
  if (rules.verbose && !rules.check && placed.rejected.length === 0) io.err(`Applied patch ${path} cleanly.\n`);
  if (placed.rejected.length > 0) {
    io.err(
      `${faults}Applying patch ${path} with ${placed.rejected.length} reject${placed.rejected.length === 1 ? '' : 's'}...\n${edit.hunks.map((hunk, at) => (placed.rejected.includes(hunk) ? `Rejected hunk #${at + 1}.\n` : `Hunk #${at + 1} applied cleanly.\n`)).join('')}`,
    );
    const text = `diff a/${edit.from} b/${edit.to}\t(rejected hunks)\n${placed.rejected.map(({ head, lines }) => `${[head, ...lines].join('\n')}\n`).join('')}`;
    await writeWorkBytes(context, `${path}.rej`, FILE_MODE, encodeUtf8(text));
  }
  const isBlankEnd = rules.trimsEnd && /\n\n+$/.test(placed.text) && !/\n\n+$/.test(decodeUtf8(before));
  const bytes = encodeUtf8(isBlankEnd ? placed.text.replace(/\n+$/, '\n') : placed.text);
  return {
    done: { edit, path, bytes: edit.to === undefined ? undefined : bytes, mode },
    rejected: placed.rejected.length > 0,
  };
}

/** Merges a patch three-way, with a stored file that it fits as the base; undefined if there is none. */
async function byThreeWay(
  context: Context,
  edit: FileEdit,
  ours: Uint8Array,
  rules: PatchRules,
): Promise<{ bytes: Uint8Array; base: Uint8Array; theirs: Uint8Array } | undefined> {
  for (const oid of await context.objects.all()) {
    const found = await context.objects.read(oid);
    if (found.kind !== 'blob') continue;
    const placed = applyHunks(decodeUtf8(found.data), edit.hunks, { reverse: rules.reverse });
    if (placed.rejected.length > 0 || placed.offsets.some(({ offset }) => offset !== 0)) continue;
    const theirs = encodeUtf8(placed.text);
    const merged = mergeTexts(decodeUtf8(found.data), decodeUtf8(ours), placed.text, {
      style: conflictStyle(context),
      labels: { ours: 'ours', base: 'base', theirs: 'theirs' },
    });
    return { bytes: encodeUtf8(merged.text), base: found.data, theirs };
  }
  return undefined;
}

function report(
  context: Context,
  edits: readonly FileEdit[],
  is: (flag: 'stat' | 'numstat' | 'summary') => boolean,
  reverse: boolean,
): string {
  let out = '';
  const patches = edits.map((edit): FilePatch => {
    const lines = edit.hunks.flatMap(({ lines }) => lines);
    const [plus, minus] = ['+', '-'].map((mark) => lines.filter((line) => line.startsWith(mark)).length);
    const version = (path: string) => ({ path, mode: FILE_MODE, oid: '', read: async () => new Uint8Array() });
    const path = edit.to ?? edit.from ?? '';
    return {
      change: {
        path,
        before: version(edit.from ?? path),
        after: version(path),
        ...(edit.renames && { similarity: 0 }),
      },
      binary: edit.binary !== undefined,
      old: [],
      now: [],
      changes: [],
      added: (reverse ? minus : plus) ?? 0,
      removed: (reverse ? plus : minus) ?? 0,
      bytes: [edit.binary?.old ?? new Uint8Array(), edit.binary?.now ?? new Uint8Array()],
    };
  });
  if (is('stat')) {
    const width = Math.max(...patches.map(({ change }) => change.path.length));
    for (const { change, added, removed, binary } of patches) {
      const count = binary ? '  Bin' : String(added + removed).padStart(5);
      out += ` ${change.path.padEnd(width)} |${count} ${'+'.repeat(added)}${'-'.repeat(removed)}\n`;
    }
    out += sumText(patches);
  }
  if (is('numstat'))
    out += patches
      .map(({ added, removed, binary, change }) => `${binary ? '-\t-' : `${added}\t${removed}`}\t${change.path}\n`)
      .join('');
  if (is('summary')) {
    for (const { from, to, oldMode, newMode, renames, similarity } of edits) {
      if (from === undefined) out += ` create mode ${formatMode(newMode ?? FILE_MODE)} ${to}\n`;
      else if (to === undefined) out += ` delete mode ${formatMode(oldMode ?? FILE_MODE)} ${from}\n`;
      else if (renames) out += ` rename ${from} => ${to} (${similarity ?? 100}%)\n`;
      else if (oldMode !== undefined && newMode !== undefined)
        out += ` mode change ${formatMode(oldMode)} => ${formatMode(newMode)} ${to}\n`;
    }
  }
  return out;
}
