import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { packedObjects } from '../../store/objects';
import { openContext } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { readOptions } from '../terminal/options';

/** Bytes of the checksum at the end of a pack. */
const CHECKSUM = 20;

/** `verify-pack`: whether packs hold what their indexes say; `-v` lists their objects with their sizes. */
export const verifyPack: GitCommand = async (args, io) => {
  const options = readOptions(args, { flags: { verbose: '-v --verbose', stat: '-s --stat-only' } });
  const context = await openContext(io);
  if (options.rest.length === 0)
    throw new GitFailure('usage: git verify-pack [-v | --verbose] [-s | --stat-only] [--] <pack>.idx...', 129);
  let code = 0;
  for (const given of options.rest) {
    const stem = resolveFrom(io.cwd, given.replace(/\.(?:idx|pack)$/, ''));
    const [idx, pack] = [
      await io.fs.readFile(`${stem}.idx`).catch(() => undefined),
      await io.fs.stat(`${stem}.pack`).catch(() => undefined),
    ];
    if (!idx || !pack) {
      io.err(`error: packfile ${stem}.pack not found.\n`);
      code = 1;
      continue;
    }
    const listed = packedObjects(idx).toSorted((a, b) => a.offset - b.offset);
    for (const [at, { oid, offset }] of listed.entries()) {
      const found = await context.objects.asStored.find(oid).catch(() => undefined);
      if (!found || context.objects.hash(found.kind, found.data) !== oid) {
        io.err(`error: ${stem}.pack: corrupt object ${oid}\n`);
        code = 1;
        continue;
      }
      const end = listed[at + 1]?.offset ?? pack.size - CHECKSUM;
      if (options.is('verbose'))
        io.out(`${oid} ${found.kind.padEnd(6)} ${found.data.length} ${end - offset} ${offset}\n`);
    }
    if (options.is('verbose') || options.is('stat')) io.out(`non delta: ${listed.length} objects\n`);
    if (options.is('verbose')) io.out(`${given.replace(/\.(?:idx|pack)$/, '')}.pack: ok\n`);
  }
  return code;
};
