import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { readGitText } from '../../git-fs';
import { decodeUtf8 } from '../../store/bytes';
import { applyFileEdits } from '../patch/apply-edits';
import { globPattern } from '../setup/glob';
import { bareContext } from '../setup/bare-context';
import { findContext } from '../setup/context';
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
  const texts: string[] = [];
  for (const file of options.rest.length > 0 ? options.rest : ['-']) {
    const text = file === '-' ? decodeUtf8(await io.input()) : await readGitText(io.fs, resolveFrom(io.cwd, file));
    if (text === undefined)
      throw new GitFailure(`can't open patch '${file}': No such file or directory`, 128, 'error: ');
    texts.push(text);
  }
  const count = Number(options.value('strip') ?? 1);
  for (const text of options.values('whitespace')) mustBeWhitespaceAction(text, 129);
  mustBeWhitespaceAction(context.config.get('apply.whitespace'), 128);
  const action = readWhitespaceAction(options.value('whitespace') ?? context.config.get('apply.whitespace'));
  const fix = action === 'fix';
  // The first that matches decides; a file that none matches is left alone if any names what to include.
  const choices = chosenPaths(args).map(({ kind, glob }) => ({ kind, glob: globPattern(glob, { slashes: true }) }));
  const folder = options.value('directory');
  const root = folder === undefined ? '' : `${folder.replace(/\/$/, '')}/`;
  const isWanted = ({ from, to }: FileEdit) => {
    const path = `${root}${to ?? from ?? ''}`;
    const choice = choices.find(({ glob }) => glob.test(path));
    return choice ? choice.kind === 'include' : !choices.some(({ kind }) => kind === 'include');
  };
  const parse = (text: string) => parsePatch(text, count, is('recount'));
  const parsed = texts.flatMap((text) => parse(fix ? withoutBlanks(text) : text));
  if (parsed.length === 0) {
    if (is('allowEmpty')) return;
    throw new GitFailure('No valid patches in input (allow with "--allow-empty")', 128, 'error: ');
  }
  const here = prefixOf(context, io.cwd);
  const placed = parsed.map((edit) => (edit.plain ? below(here, edit) : edit));
  // Files outside the folder that the command is run in are left alone.
  const inside = placed.filter((edit) => {
    const path = `${root}${edit.to ?? edit.from ?? ''}`;
    if (path.startsWith(here)) return true;
    if (is('verbose')) io.err(`Skipped patch '${path}'.\n`);
    return false;
  });
  const skipped = is('verbose') ? inside.filter((edit) => !isWanted(edit)) : [];
  io.err(skipped.map(({ from, to }) => `Skipped patch '${root}${to ?? from ?? ''}'.\n`).join(''));
  const edits = inside.filter(isWanted).map((edit) => (is('reverse') ? reversed(edit) : edit));
  if (is('reverse')) edits.reverse();
  if (is('stat') || is('numstat') || is('summary')) {
    const rest = [...edits];
    for (const text of texts) {
      const own = rest.splice(0, parse(text).filter(isWanted).length);
      if (own.length > 0) io.out(reportPatch(own, is, { reverse: is('reverse'), zero: is('zeroEnd') }));
    }
    if (!is('apply')) return;
  }
  const name = options.rest.length > 0 && options.rest[0] !== '-' ? (options.rest[0] ?? '') : '<stdin>';
  const told = is('reverse')
    ? { lines: 0, fixable: 0 }
    : tellFaults(io, name, texts.flatMap((text) => parse(text)).filter(isWanted), action);
  if (told.lines > 0 && action.startsWith('error')) {
    tellCount(io, told, action);
    return 128;
  }
  const code = await applyFileEdits(context, edits, {
    ...flagsOf(is),
    prefix: root,
    reverse: is('reverse'),
    trimsEnd: fix,
    context: options.value('context') === undefined ? undefined : Number(options.value('context')),
  });
  if (code === 0) tellCount(io, told, action);
  return code;
};

/** The values of `--include` and `--exclude`, in their order. */
function chosenPaths(args: readonly string[]): { kind: string; glob: string }[] {
  const end = args.indexOf('--');
  return args.slice(0, end < 0 ? undefined : end).flatMap((arg, at) => {
    const [, kind, glob = args[at + 1] ?? ''] = /^--(include|exclude)(?:=(.*))?$/s.exec(arg) ?? [];
    return kind === undefined ? [] : [{ kind, glob }];
  });
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
