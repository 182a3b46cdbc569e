import { GitFailure } from '../../git-failure';
import { decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { openContext, REPLACE, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { globPattern } from '../setup/glob';
import { readOptions } from '../terminal/options';
import { findObject, resolveCommit } from '../refs/revision';
import { deleteRef, updateRef } from '../refs/update-refs';

/** The exit code of git where it only reports an error. */
const FAILED = 255;

/** Objects that are read in place of others. */
export const replace: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: '-e --edit --raw --convert-graft-file',
    flags: { list: '-l --list', remove: '-d --delete', force: '-f --force', graft: '-g --graft' },
    values: { format: '--format' },
  });
  const { is, rest } = options;
  const context = await openContext(io);
  if (is('remove') && rest.length === 0) throw new GitFailure('-d needs at least one argument', 129, 'fatal: ');
  if (is('remove')) return remove(context, rest);
  if (is('graft')) return graft(context, rest, is('force'));
  const [given, other] = rest;
  if (is('list') || given === undefined) return list(context, given ?? '*', options.value('format') ?? 'short');
  if (other === undefined || rest.length > 2) throw new GitFailure('bad number of arguments', 129, 'fatal: ');
  await put(context, await mustFind(context, given), await mustFind(context, other), is('force'), [given, other]);
};

async function mustFind(context: Context, name: string): Promise<string> {
  const oid = await findObject(context, name);
  if (oid === undefined) throw new GitFailure(`failed to resolve '${name}' as a valid ref`, FAILED);
  return oid;
}

async function put(
  context: Context,
  oid: string,
  other: string,
  force: boolean,
  [given, named]: readonly [string, string],
): Promise<void> {
  const [old, now] = [await context.objects.asStored.read(oid), await context.objects.read(other)];
  if (old.kind !== now.kind && !force)
    throw new GitFailure(
      `Objects must be of the same type.\n'${given}' points to a replaced object of type '${old.kind}'\nwhile '${named}' points to a replacement object of type '${now.kind}'.`,
      FAILED,
    );
  const ref = `${REPLACE}${oid}`;
  if (!force && (await context.refs.resolve(ref)) !== undefined)
    throw new GitFailure(`replace ref '${ref}' already exists`, FAILED);
  await updateRef(context, ref, other, '');
}

/** `--graft`: a copy of a commit with other parents takes its place. */
async function graft(context: Context, [name, ...parents]: readonly string[], force: boolean): Promise<void> {
  if (name === undefined) throw new GitFailure('-g needs at least one argument', 129, 'fatal: ');
  const oid = await resolveCommit(context, name);
  const lines = await Promise.all(parents.map(async (parent) => `parent ${await resolveCommit(context, parent)}\n`));
  const text = decodeUtf8((await context.objects.read(oid, 'commit')).data)
    .replace(/^(tree .*\n)(?:parent .*\n)*/, (_, tree: string) => tree + lines.join(''))
    .replace(/^((?:.+\n)*?)gpgsig .*\n(?: .*\n)*/, '$1');
  const made = await context.objects.write('commit', encodeUtf8(text));
  if (made === oid) throw new GitFailure(`new commit is the same as the old one: '${oid}'`, FAILED);
  await put(context, oid, made, force, [name, made]);
}

async function remove(context: Context, names: readonly string[]): Promise<number> {
  let code = 0;
  for (const name of names) {
    const oid = await findObject(context, name);
    const ref = `${REPLACE}${oid ?? name}`;
    if (oid === undefined || (await context.refs.resolve(ref)) === undefined) {
      const said = oid === undefined ? `failed to resolve '${name}' as a valid ref` : `replace ref '${oid}' not found`;
      context.io.err(`error: ${said}\n`);
      code = 1;
      continue;
    }
    await deleteRef(context, ref);
    context.io.out(`Deleted replace ref '${oid}'\n`);
  }
  return code;
}

async function list(context: Context, pattern: string, format: string): Promise<void> {
  if (!['short', 'medium', 'long'].includes(format))
    throw new GitFailure(`invalid replace format '${format}'\nvalid formats are 'short', 'medium' and 'long'`, FAILED);
  const glob = globPattern(pattern, { slashes: true });
  for (const { name, oid } of await context.refs.list(REPLACE)) {
    const old = name.slice(REPLACE.length);
    if (!glob.test(old)) continue;
    const kind = async (one: string) =>
      format === 'long' ? ` (${(await context.objects.asStored.read(one)).kind})` : '';
    context.io.out(format === 'short' ? `${old}\n` : `${old}${await kind(old)} -> ${oid}${await kind(oid)}\n`);
  }
}
