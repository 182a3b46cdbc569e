import { GitFailure } from '../../git-failure';
import { decodeUtf8 } from '../../store/bytes';
import { peel } from '../../store/tag';
import { openContext, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { readOptions } from '../terminal/options';
import { findObject } from '../refs/revision';

/** Commands that only make reading faster, which does nothing here: their subcommands are known, and there is nothing to do. */
const nothingToDo =
  (verbs: readonly string[]): GitCommand =>
  async (args, io) => {
    await openContext(io);
    const verb = args.find((arg) => !arg.startsWith('-'));
    if (verb === undefined) throw new GitFailure('need a subcommand', 129, 'error: ');
    if (!verbs.includes(verb)) throw new GitFailure(`unknown subcommand: \`${verb}'`, 129, 'error: ');
  };

export const commitGraph = nothingToDo(['write', 'verify']);
export const multiPackIndex = nothingToDo(['write', 'verify', 'expire', 'repack']);

/** Loose objects that a pack holds, too, are dropped as they are packed. */
export const prunePacked: GitCommand = async (args, io) => {
  readOptions(args, { flags: { dry: '-n --dry-run', quiet: '-q --quiet' } });
  await openContext(io);
};

/** `verify-commit` and `verify-tag`: what is not signed is told from what is; signatures themselves are not known here. */
const verifying =
  (kind: 'commit' | 'tag', signature: RegExp, unsigned: string): GitCommand =>
  async (args, io) => {
    const options = readOptions(args, {
      flags: { verbose: '-v --verbose', raw: '--raw' },
      ...(kind === 'tag' && { absent: '--format' }),
    });
    const context = await openContext(io);
    if (options.rest.length === 0) throw new GitFailure(`usage: git verify-${kind} [<options>] <${kind}>...`, 129);
    let code = 0;
    for (const name of options.rest) code = Math.max(code, await verify(context, name));
    return code;

    async function verify({ objects }: Context, name: string): Promise<number> {
      const named = await findObject(context, name).catch(() => undefined);
      const oid = named === undefined || kind === 'tag' ? named : await peel(objects, named, 'commit');
      const found = oid === undefined ? undefined : await objects.find(oid);
      if (!found) throw new GitFailure(`${kind} '${name}' not found.`, 1, 'error: ');
      if (found.kind !== kind)
        throw new GitFailure(`${name}: cannot verify a non-${kind} object of type ${found.kind}.`, 1, 'error: ');
      const text = decodeUtf8(found.data);
      if (signature.test(text))
        throw new GitFailure(`${name} is signed: signatures are not known in this sandbox`, 2, 'error: ');
      if (kind === 'tag' && options.is('verbose')) io.out(found.data);
      if (unsigned !== '') io.err(`error: ${unsigned}\n`);
      return 1;
    }
  };

export const verifyCommit = verifying('commit', /^(?:.+\n)*?gpgsig /, '');
export const verifyTag = verifying('tag', /^-----BEGIN /m, 'no signature found');
