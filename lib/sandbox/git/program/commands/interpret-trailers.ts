import { resolveFrom } from '../../../embedded/fs/paths';
import { decodeUtf8, encodeUtf8 } from '../../store/bytes';
import type { GitCommand } from '../git-io';
import { addTrailer, trailersOf } from '../message';
import { readOptions } from '../options';

/** Adds trailers such as `Signed-off-by:` to messages, or prints those that they have. */
export const interpretTrailers: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: '--where --no-where --if-exists --no-if-exists --if-missing --no-if-missing',
    flags: {
      inPlace: '--in-place',
      trim: '--trim-empty',
      parse: '--parse',
      onlyTrailers: '--only-trailers',
      onlyInput: '--only-input',
      unfold: '--unfold',
      divider: '--no-divider',
    },
    values: { trailer: '--trailer' },
  });
  const { is } = options;
  const lines = options.values('trailer').map((text) => {
    const [, key = text, value = ''] = /^([^:=]+?)\s*[:=]\s*(.*)$/s.exec(text) ?? [];
    return `${key}: ${value}`;
  });
  for (const file of options.rest.length > 0 ? options.rest : ['-']) {
    const path = resolveFrom(io.cwd, file);
    const text = decodeUtf8(file === '-' ? await io.input() : await io.fs.readFile(path));
    const added = is('parse') || is('onlyInput') ? [] : lines;
    const whole = added.reduce((message, line) => addTrailer(message, line, true), text);
    const trimmed = is('trim') ? whole.replaceAll(/^[A-Za-z0-9-]+:[ \t]*\n/gm, '') : whole;
    const own = is('parse') || is('onlyTrailers');
    const shown = own ? trailerText(trimmed, is('parse') || is('unfold')) : trimmed;
    if (is('inPlace') && file !== '-') await io.fs.writeFile(path, encodeUtf8(shown));
    else io.out(shown);
  }
};

function trailerText(message: string, unfolds: boolean): string {
  const text = trailersOf(message)
    .map((line) => `${line}\n`)
    .join('');
  return unfolds ? text.replaceAll(/\n\s+/g, ' ') : text;
}
