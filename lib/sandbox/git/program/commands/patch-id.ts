import { decodeUtf8 } from '../../store/bytes';
import { findContext } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { readOptions } from '../terminal/options';
import { idOfPatch } from '../commit/published-patch-id';

/** Prints the id of each patch on standard input, and the commit that it is of. */
export const patchIdCommand: GitCommand = async (args, io) => {
  const options = readOptions(args, { flags: { stable: '--stable', unstable: '--unstable', verbatim: '--verbatim' } });
  const setting = (await findContext(io))?.config.boolean('patchid.stable') === true;
  const chosen = options.last('stable', 'unstable', 'verbatim');
  const text = decodeUtf8(await io.input());
  for (const piece of text.split(/^(?=(?:commit|From) [0-9a-f]{40}\b)/m)) {
    if (!/^diff --git /m.test(piece)) continue;
    const commit = /^(?:commit|From) ([0-9a-f]{40})/.exec(piece)?.[1] ?? /^([0-9a-f]{40})$/m.exec(piece)?.[1];
    const patch = piece.slice(piece.search(/^diff --git /m));
    const stable = chosen === undefined ? setting : chosen !== 'unstable';
    io.out(`${idOfPatch(patch, stable, chosen === 'verbatim')} ${commit ?? '0'.repeat(40)}\n`);
  }
};
