import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { mergeTexts, type MergeRules } from '../../merge/merge-text';
import { decodeUtf8, encodeUtf8, isBinary } from '../../store/bytes';
import type { GitCommand } from '../setup/git-io';
import { readOptions } from '../terminal/options';

/** `merge-file ours base theirs`: merges three files, outside of any repository. Returns the number of conflicts. */
export const mergeFile: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      print: '-p --stdout',
      quiet: '-q --quiet',
      ours: '--ours',
      theirs: '--theirs',
      union: '--union',
      diff3: '--diff3',
      zdiff3: '--zdiff3',
    },
    values: { label: '-L', marker: '--marker-size' },
  });
  const [ours, base, theirs, extra] = options.rest;
  if (ours === undefined || base === undefined || theirs === undefined || extra !== undefined)
    throw new GitFailure(
      'usage: git merge-file [<options>] [-L <name1> [-L <orig> [-L <name2>]]] <file1> <orig-file> <file2>',
      129,
      '',
    );
  const texts: string[] = [];
  for (const name of [ours, base, theirs]) {
    const bytes = await io.fs.readFile(resolveFrom(io.cwd, name)).catch(() => undefined);
    if (bytes === undefined) throw new GitFailure(`Could not stat ${name}`, 255);
    if (isBinary(bytes)) throw new GitFailure(`Cannot merge binary files: ${name}`, 255);
    texts.push(decodeUtf8(bytes));
  }
  const labels = options.values('label');
  const favor = options.last('ours', 'theirs', 'union');
  const rules: MergeRules = {
    style: options.last('diff3', 'zdiff3') ?? 'merge',
    labels: { ours: labels[0] ?? ours, base: labels[1] ?? base, theirs: labels[2] ?? theirs },
    ...(favor !== undefined && { favor }),
    ...(options.value('marker') !== undefined && { markerSize: Number(options.value('marker')) }),
  };
  const { text, conflicts } = mergeTexts(texts[1] ?? '', texts[0] ?? '', texts[2] ?? '', rules);
  if (options.is('print')) io.out(text);
  else await io.fs.writeFile(resolveFrom(io.cwd, ours), encodeUtf8(text));
  return Math.min(conflicts, 127);
};
