import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { readConfig } from '../setup/config';
import { findContext } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { readOptions } from '../terminal/options';
import { blockText, rulesOf, trailerBlock, trailerConfig, withTrailers, type NewTrailer } from '../message/trailers';

/** Options that count for the trailers after them. */
const RULES: Readonly<Record<string, string>> = {
  where: 'where',
  'if-exists': 'ifExists',
  'if-missing': 'ifMissing',
};

/** The trailers to add, each with the rules before it, and the other arguments. */
function readTrailers(args: readonly string[]): { added: NewTrailer[]; rest: string[] } {
  const added: NewTrailer[] = [];
  const rest: string[] = [];
  const rules: Record<string, string> = {};
  for (let at = 0; at < args.length; at++) {
    const [whole = '', no, name = '', attached] =
      /^--(no-)?(where|if-exists|if-missing|trailer)(?:=(.*))?$/s.exec(args[at] ?? '') ?? [];
    if (whole === '') {
      rest.push(args[at] ?? '');
      continue;
    }
    const rule = RULES[name];
    if (no !== undefined) {
      if (rule === undefined) added.splice(0);
      else delete rules[rule];
      continue;
    }
    const value = attached ?? args[++at];
    if (value === undefined) throw new GitFailure(`option \`${name}' requires a value`, 129);
    if (rule === undefined) added.push({ text: value, ...rulesOf(rules) });
    else if (Object.keys(rulesOf({ [rule]: value })).length === 0) throw new GitFailure('', 129);
    else rules[rule] = value;
  }
  return { added, rest };
}

/** Adds trailers such as `Signed-off-by:` to messages, or prints those that they have. */
export const interpretTrailers: GitCommand = async (args, io) => {
  const { added, rest } = readTrailers(args);
  const options = readOptions(rest, {
    flags: {
      inPlace: '--in-place',
      trim: '--trim-empty',
      parse: '--parse',
      onlyTrailers: '--only-trailers',
      onlyInput: '--only-input',
      unfold: '--unfold',
      noDivider: '--no-divider',
    },
  });
  const { is } = options;
  if (added.length > 0 && (is('onlyInput') || is('parse')))
    throw new GitFailure('usage: --trailer with --only-input does not make sense', 129);
  if (added.some(({ text }) => /^\s*[:=]|^\s*$/.test(text))) io.err('warning: empty trailer token in trailer\n');
  if (is('inPlace') && options.rest.length === 0) throw new GitFailure('no input file given for in-place editing');
  const config = trailerConfig((await findContext(io))?.config ?? (await readConfig(io, undefined)));
  const wanted = added.filter(({ text }) => !/^\s*[:=]|^\s*$/.test(text));
  for (const file of options.rest.length > 0 ? options.rest : ['-']) {
    const path = resolveFrom(io.cwd, file);
    const bytes = await (file === '-' ? io.input() : io.fs.readFile(path)).catch(() => {
      throw new GitFailure(`could not read input file '${file}': No such file or directory`);
    });
    const block = trailerBlock(decodeUtf8(bytes), config, !is('noDivider'));
    const all =
      is('parse') || is('onlyInput') ? block.trailers : await withTrailers(block.trailers, wanted, config, io);
    const unfolds = is('parse') || is('unfold');
    const trailers = all
      .filter(({ key, value }) => !(is('trim') && value === '') && !((is('parse') || is('onlyTrailers')) && !key))
      .map((one) => (unfolds ? { ...one, value: one.value.replaceAll(/\s*\n\s+/g, ' ').trim() } : one));
    const shown =
      is('parse') || is('onlyTrailers')
        ? trailers.map((one) => `${config.line(one)}\n`).join('')
        : blockText({ ...block, trailers }, config);
    if (is('inPlace')) await io.fs.writeFile(path, encodeUtf8(shown));
    else io.out(shown);
  }
};
