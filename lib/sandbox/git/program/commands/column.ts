import { GitFailure } from '../../git-failure';
import { decodeUtf8 } from '../../store/bytes';
import { columnSetting, inColumns } from '../terminal/columns';
import { bareContext } from '../setup/bare-context';
import { findContext } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { readOptions } from '../terminal/options';

/** Shows the lines of standard input in columns. */
export const gitColumn: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    values: { command: '--command', width: '--width', indent: '--indent', padding: '--padding', end: '--nl' },
    optional: { mode: '--mode' },
  });
  if (options.rest.length > 0) throw new GitFailure('usage: git column [<options>]', 129);
  const command = options.value('command');
  const context = (await findContext(io)) ?? bareContext(io);
  const padding = Number(options.value('padding') ?? 1);
  if (padding < 0) throw new GitFailure('--padding must be non-negative');
  const text = decodeUtf8(await io.input());
  const lines = text === '' ? [] : text.replace(/\n$/, '').split('\n');
  const indent = options.value('indent');
  const width = options.value('width');
  io.out(
    inColumns(lines, options.value('mode') ?? columnSetting(context, command ?? ''), {
      padding,
      ...(indent !== undefined && { indent }),
      ...(width !== undefined && { width: Number(width) }),
      end: options.value('end') ?? '\n',
    }),
  );
};
