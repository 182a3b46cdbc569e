import { foldersOf } from './file-set';
import { loadIndex, openContext } from '../setup/context';
import type { GitCommand, GitIo } from '../setup/git-io';
import { attributesOf } from './work-files';

const ASKS = /^:\([^)]*attr:/;

/** A command whose pathspecs may ask for attributes: those are read first. */
export const byAttributes =
  (command: GitCommand): GitCommand =>
  async (args, io) =>
    command(args, args.some((arg) => ASKS.test(arg)) ? await withAttributes(io) : io);

async function withAttributes(io: GitIo): Promise<GitIo> {
  const context = await openContext(io);
  const folders = new Set((await loadIndex(context)).all().flatMap(({ path }) => [...foldersOf(path)]));
  return { ...io, attributes: await attributesOf(context).load(folders) };
}
