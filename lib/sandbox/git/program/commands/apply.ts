import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { readGitText } from '../../git-fs';
import { decodeUtf8 } from '../../store/bytes';
import { applyFileEdits, type PatchRules } from '../patch/apply-edits';
import { globPattern } from '../setup/glob';
import { bareContext } from '../setup/bare-context';
import { findContext, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { readOptions } from '../terminal/options';
import { parsePatch, type FileEdit } from '../patch/patch-file';
import { prefixOf } from '../setup/pathspec';
import { mustBeWhitespaceAction, readWhitespaceAction, tellCount, tellFaults } from '../patch/patch-whitespace';
import { reportPatch } from '../patch/patch-report';

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
  zero: '--unidiff-zero',
  recount: '--recount',
  intend: '-N --intent-to-add',
  allowEmpty: '--allow-empty',
  zeroEnd: '-z',
  binary: '--allow-binary-replacement --binary --unsafe-paths',
} as const;

export const apply: GitCommand = async (args, given) => {
  const options = readOptions(args, {
    absent: '--inaccurate-eof --allow-overlap --build-fake-ancestor',
    flags: FLAGS,
    values: {
      strip: '-p',
      directory: '--directory',
      whitespace: '--whitespace',
      exclude: '--exclude',
      include: '--include',
      context: '-C',
    },
  });
  const { is } = options;
  const io = is('quiet') ? { ...given, err: () => undefined } : given;
  const context = (await findContext(io)) ?? bareContext(io);
  for (const text of options.values('whitespace')) mustBeWhitespaceAction(text, 129);
  mustBeWhitespaceAction(context.config.get('apply.whitespace'), 128);
  const action = readWhitespaceAction(options.value('whitespace') ?? context.config.get('apply.whitespace'));
  const folder = options.value('directory');
  const rules: PatchRules = {
    ...flagsOf(is),
    prefix: folder === undefined ? '' : `${folder.replace(/\/$/, '')}/`,
    trimsEnd: action === 'fix',
    context: options.value('context') === undefined ? undefined : Number(options.value('context')),
  };
  const asked: Asked = { is, strip: Number(options.value('strip') ?? 1), isChosen: chosenPaths(args), rules, action };
  const counted = { lines: 0, fixable: 0 };
  let code = 0;
  for (const file of options.rest.length > 0 ? options.rest : ['-']) {
    const text = file === '-' ? decodeUtf8(await io.input()) : await readGitText(io.fs, resolveFrom(io.cwd, file));
    if (text === undefined)
      throw new GitFailure(`can't open patch '${file}': No such file or directory`, 128, 'error: ');
    const done = await applyText(context, text, file === '-' ? '<stdin>' : file, asked);
    counted.lines += done.lines;
    counted.fixable += done.fixable;
    code = done.code;
    if (code !== 0 && !is('reject')) break;
  }
  if (code === 0 || (counted.lines > 0 && action.startsWith('error'))) tellCount(io, counted, action);
  return code;
};

/** How the patches of a command are applied. */
interface Asked {
  readonly is: (flag: keyof typeof FLAGS) => boolean;
  readonly strip: number;
  readonly isChosen: (path: string) => boolean;
  readonly rules: PatchRules;
  readonly action: ReturnType<typeof readWhitespaceAction>;
}

/** Applies the patches of one file, or only tells of them. */
async function applyText(
  context: Context,
  text: string,
  name: string,
  { is, strip, isChosen, rules, action }: Asked,
): Promise<{ code: number; lines: number; fixable: number }> {
  const { io } = context;
  const none = { lines: 0, fixable: 0 };
  const pathOf = ({ from, to }: FileEdit) => `${rules.prefix}${to ?? from ?? ''}`;
  const parsed = parsePatch(action === 'fix' ? withoutBlanks(text) : text, strip, is('recount'));
  if (parsed.length === 0) {
    if (is('allowEmpty')) return { code: 0, ...none };
    throw new GitFailure('No valid patches in input (allow with "--allow-empty")', 128, 'error: ');
  }
  const here = prefixOf(context, io.cwd);
  const placed = parsed.map((edit) => (edit.plain ? below(here, edit) : edit));
  // Files outside the folder that the command is run in are left alone.
  const [inside, outside] = [true, false].map((fits) =>
    placed.filter((edit) => pathOf(edit).startsWith(here) === fits),
  );
  const skipped = [...(outside ?? []), ...(inside ?? []).filter((edit) => !isChosen(pathOf(edit)))];
  if (rules.verbose) io.err(skipped.map((edit) => `Skipped patch '${pathOf(edit)}'.\n`).join(''));
  const wanted = (inside ?? []).filter((edit) => isChosen(pathOf(edit)));
  const edits = is('reverse') ? wanted.map(reversed).toReversed() : wanted;
  if (is('stat') || is('numstat') || is('summary')) {
    if (edits.length > 0) io.out(reportPatch(edits, is, { reverse: is('reverse'), zero: is('zeroEnd') }));
    if (!is('apply')) return { code: 0, ...none };
  }
  const asWritten = parsePatch(text, strip, is('recount')).filter((edit) => isChosen(pathOf(edit)));
  const told = is('reverse') ? none : tellFaults(io, name, asWritten, action);
  if (told.lines > 0 && action.startsWith('error')) return { code: 128, ...told };
  return { code: await applyFileEdits(context, edits, rules), ...told };
}

/** Whether a file is to be changed: the first of `--include` and `--exclude` that matches decides. */
function chosenPaths(args: readonly string[]): (path: string) => boolean {
  const end = args.indexOf('--');
  const choices = args.slice(0, end < 0 ? undefined : end).flatMap((arg, at) => {
    const [, kind, glob = args[at + 1] ?? ''] = /^--(include|exclude)(?:=(.*))?$/s.exec(arg) ?? [];
    return kind === undefined ? [] : [{ kind, glob: globPattern(glob, { slashes: true }) }];
  });
  return (path) => {
    const choice = choices.find(({ glob }) => glob.test(path));
    // What none matches is left alone if any names what to include.
    return choice ? choice.kind === 'include' : !choices.some(({ kind }) => kind === 'include');
  };
}

/** `--whitespace=fix`: removes trailing blanks, and spaces before tabs, from added lines. */
const withoutBlanks = (patch: string): string =>
  patch.replaceAll(/^\+(?!\+\+ )(.*)$/gm, (_, line: string) => `+${line.trimEnd().replace(/^(\t*) +(?=\t)/, '$1')}`);

const below = (folder: string, edit: FileEdit): FileEdit => ({
  ...edit,
  from: edit.from === undefined ? undefined : folder + edit.from,
  to: edit.to === undefined ? undefined : folder + edit.to,
});

const reversed = (edit: FileEdit): FileEdit => ({
  ...edit,
  from: edit.to,
  to: edit.from,
  oldId: edit.newId,
  newId: edit.oldId,
  oldMode: edit.newMode,
  newMode: edit.oldMode,
  binary: edit.binary && { now: edit.binary.old, old: edit.binary.now },
});

const flagsOf = (is: (flag: keyof typeof FLAGS) => boolean) => ({
  reverse: is('reverse'),
  check: is('check'),
  index: is('index') || is('threeWay'),
  cached: is('cached'),
  reject: is('reject'),
  threeWay: is('threeWay'),
  verbose: is('verbose') || is('reject'),
  blind: is('blind'),
  zero: is('zero'),
  intend: is('intend'),
});
