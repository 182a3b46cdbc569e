import { GitFailure } from '../../git-failure';
import { decodeUtf8 } from '../../store/bytes';
import { isRefName } from '../../store/refs';
import { openContext, type Context } from '../context';
import type { GitCommand } from '../git-io';
import { readOptions } from '../options';
import { noteMove } from '../reflog';
import { findObject } from '../revision';
import { deleteRef, updateRef } from '../update-refs';

const NONE = '0'.repeat(40);

/** A change of a ref: its new value and its expected old one. */
interface RefChange {
  readonly name: string;
  /** Undefined: the ref is deleted, or with `verify` left alone. */
  readonly oid: string | undefined;
  /** Undefined if any value is fine; zeros if the ref must not exist. */
  readonly expected: string | undefined;
  readonly only: 'update' | 'verify';
  /** Changes a symbolic ref itself. */
  readonly noDeref: boolean;
}

/** Updates, creates and deletes refs. */
export const updateRefCommand: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: { remove: '-d', noDeref: '--no-deref', reflog: '--create-reflog', stdin: '--stdin', zero: '-z' },
    values: { reason: '-m' },
  });
  const context = await openContext(io);
  const reason = options.value('reason') ?? '';
  const noDeref = options.is('noDeref');
  if (options.is('stdin')) return batch(context, options.is('zero'), reason);
  const [name = '', value = '', old] = options.rest;
  const removes = options.is('remove');
  const expected = removes ? value || undefined : old;
  const change = await changeOf(context, name, removes ? NONE : value, expected, noDeref);
  const fault = await faultOf(context, change);
  if (fault !== undefined) throw new GitFailure(`update_ref failed for ref '${name}': ${fault}`);
  await apply(context, change, reason);
};

async function changeOf(
  context: Context,
  name: string,
  value: string,
  old: string | undefined,
  noDeref: boolean,
): Promise<RefChange> {
  const oid = /^0{40}$/.test(value) ? undefined : await mustFind(context, value);
  if (oid !== undefined && !(await context.objects.find(oid)))
    throw new GitFailure(
      `update_ref failed for ref '${name}': trying to write ref '${name}' with nonexistent object ${oid}`,
    );
  const expected = old === undefined ? undefined : old === '' || /^0+$/.test(old) ? NONE : await mustFind(context, old);
  return { name, oid, expected, only: 'update', noDeref };
}

async function mustFind(context: Context, value: string): Promise<string> {
  const oid = await findObject(context, value);
  if (oid === undefined) throw new GitFailure(`${value}: not a valid SHA1`);
  return oid;
}

/** Why a change cannot be made; undefined if it can. */
async function faultOf(context: Context, { name, expected, oid }: RefChange): Promise<string | undefined> {
  const known = await context.refs.resolve(name);
  const isSafe = name === 'HEAD' || /^[A-Z_]+$/.test(name) || isRefName(name);
  if (oid !== undefined && !isSafe) return `refusing to update ref with bad name '${name}'`;
  if (expected === undefined || expected === (known ?? NONE)) return undefined;
  if (expected === NONE) return `cannot lock ref '${name}': reference already exists`;
  return known === undefined
    ? `cannot lock ref '${name}': unable to resolve reference '${name}'`
    : `cannot lock ref '${name}': is at ${known} but expected ${expected}`;
}

async function apply(context: Context, { name: given, oid, only, noDeref }: RefChange, reason: string): Promise<void> {
  if (only === 'verify') return;
  const name = given === 'HEAD' && !noDeref ? ((await context.refs.target('HEAD')) ?? 'HEAD') : given;
  if (oid === undefined) return deleteRef(context, name);
  if (name !== 'HEAD') return updateRef(context, name, oid, reason);
  const before = await context.refs.resolve('HEAD');
  await context.refs.write('HEAD', oid);
  await noteMove(context, 'HEAD', { before, after: oid, reason });
}

/** `--stdin`: makes all changes or none. */
async function batch(context: Context, zero: boolean, reason: string): Promise<void> {
  if (zero) throw new GitFailure('-z is not supported in this sandbox: write a command on each line', 2);
  const said: string[] = [];
  let changes: RefChange[] = [];
  let noDeref = false;
  const commit = async () => {
    for (const change of changes) await apply(context, change, reason);
    changes = [];
  };
  for (const line of decodeUtf8(await context.io.input()).split('\n')) {
    if (line === '') continue;
    const [verb = '', name = '', first, second] = line.split(' ');
    const option = /^option (.*)$/.exec(line)?.[1];
    if (option === 'no-deref') noDeref = true;
    else if (verb === 'start') said.push('start: ok');
    else if (verb === 'prepare') {
      await mustAllFit(context, changes);
      said.push('prepare: ok');
    } else if (verb === 'commit' || verb === 'abort') {
      if (verb === 'abort') changes = [];
      else {
        await mustAllFit(context, changes);
        await commit();
      }
      said.push(`${verb}: ok`);
    } else if (verb === 'update') changes.push(await changeOf(context, name, first ?? '', second, noDeref));
    else if (verb === 'create') changes.push(await changeOf(context, name, first ?? '', NONE, noDeref));
    else if (verb === 'delete') changes.push(await changeOf(context, name, NONE, first, noDeref));
    else if (verb === 'verify')
      changes.push({ ...(await changeOf(context, name, NONE, first ?? NONE, noDeref)), only: 'verify' });
    else throw new GitFailure(`unknown command: ${line}`);
  }
  await mustAllFit(context, changes);
  await commit();
  context.io.out(said.map((text) => `${text}\n`).join(''));
}

async function mustAllFit(context: Context, changes: readonly RefChange[]): Promise<void> {
  for (const change of changes) {
    const fault = await faultOf(context, change);
    if (fault !== undefined) throw new GitFailure(fault);
  }
}
