import { ownValue } from '../../../../protocol/own-value';
import { GitFailure } from '../../git-failure';
import { decodeUtf8 } from '../../store/bytes';
import { isRefName, NO_OID } from '../../store/refs';
import { openContext, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { readOptions } from '../terminal/options';
import { unquotePath } from '../text/quote-path';
import { hasReflog, noteMove, writeReflog } from '../refs/reflog';
import { findObject } from '../refs/revision';
import { deleteRef, updateRef } from '../refs/update-refs';

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
    flags: {
      remove: '-d',
      noDeref: '--no-deref',
      reflog: '--create-reflog --no-create-reflog',
      stdin: '--stdin',
      zero: '-z',
    },
    values: { reason: '-m' },
  });
  const context = await openContext(io);
  const reason = options.value('reason') ?? '';
  const noDeref = options.is('noDeref');
  if (options.is('stdin') && options.rest.length > 0) throw usage();
  if (options.is('stdin')) return batch(context, options.is('zero'), reason);
  const [name = '', value, old] = options.rest;
  const removes = options.is('remove');
  if (options.rest.length > (removes ? 2 : 3) || name === '' || (value === undefined && !removes)) throw usage();
  const expected = removes ? value || undefined : old;
  const change = await changeOf(context, name, removes ? NO_OID : (value ?? ''), expected, noDeref);
  const fault = await faultOf(context, change);
  if (fault !== undefined && removes) throw new GitFailure(fault, 1);
  if (fault !== undefined) throw new GitFailure(`update_ref failed for ref '${name}': ${fault}`);
  if (options.is('reflog') && !(await hasReflog(context, name))) await writeReflog(context, name, []);
  await apply(context, change, reason);
};

const usage = (): GitFailure =>
  new GitFailure(
    'usage: git update-ref [<options>] -d <refname> [<old-val>]\n   or: git update-ref [<options>]    <refname> <new-val> [<old-val>]\n   or: git update-ref [<options>] --stdin [-z]',
    129,
  );

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
  const expected =
    old === undefined ? undefined : old === '' || /^0+$/.test(old) ? NO_OID : await mustFind(context, old);
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
  if (known === undefined && (await context.refs.exists(name)) && (await context.refs.target(name)) === undefined)
    return `cannot lock ref '${name}': unable to resolve reference '${name}': reference broken`;
  const isSafe = name === 'HEAD' || /^[A-Z_]+$/.test(name) || isRefName(name);
  if (oid !== undefined && !isSafe) return `refusing to update ref with bad name '${name}'`;
  if (expected === undefined || expected === (known ?? NO_OID)) return undefined;
  if (expected === NO_OID) return `cannot lock ref '${name}': reference already exists`;
  return known === undefined
    ? `cannot lock ref '${name}': unable to resolve reference '${name}'`
    : `cannot lock ref '${name}': is at ${known} but expected ${expected}`;
}

async function apply(context: Context, { name: given, oid, only, noDeref }: RefChange, reason: string): Promise<void> {
  if (only === 'verify') return;
  const name = noDeref ? given : ((await context.refs.target(given)) ?? given);
  const before = await context.refs.resolve(name);
  if (oid === undefined) {
    await deleteRef(context, name);
    if (before !== undefined && (await context.refs.target('HEAD')) === name)
      await noteMove(context, 'HEAD', { before, after: NO_OID, reason });
    return;
  }
  if (name !== 'HEAD' && (await context.refs.target(name)) === undefined) return updateRef(context, name, oid, reason);
  await context.refs.write(name, oid);
  await noteMove(context, name, { before, after: oid, reason });
}

/** What follows a ref's name in the commands of `--stdin`. */
const FIELDS: Readonly<Record<string, readonly ('newvalue' | 'oldvalue')[]>> = {
  update: ['newvalue', 'oldvalue'],
  create: ['newvalue'],
  delete: ['oldvalue'],
  verify: ['oldvalue'],
};

/** The words of the commands: those of a line, with `-z` as many parts between NULs as a command has fields. */
function* commandsOf(text: string, zero: boolean): Generator<readonly string[]> {
  if (!zero) {
    for (const line of text.split('\n').slice(0, text.endsWith('\n') ? -1 : undefined)) {
      if (line === '') throw new GitFailure('empty command in input');
      yield [...line.matchAll(/"(?:[^"\\]|\\.)*"|[^ ]+|(?<= )(?= |$)/g)].map(([word]) => unquotePath(word));
    }
    return;
  }
  const parts = text.split('\0').slice(0, -1);
  for (let at = 0; at < parts.length; at++) {
    const [, verb = '', name] = /^(\S*)(?: (.*))?$/s.exec(parts[at] ?? '') ?? [];
    const words = [verb, ...(name === undefined ? [] : [name])];
    for (const field of ownValue(FIELDS, verb) ?? []) {
      const part = parts[++at];
      if (part === undefined)
        throw new GitFailure(`${verb} ${String(name)}: unexpected end of input when reading <${field}>`);
      if (part !== '' || field === 'newvalue') words.push(part);
    }
    yield words;
  }
}

/** Reads one change of `--stdin`. */
async function readChange(
  context: Context,
  words: readonly string[],
  noDeref: boolean,
  end: string,
): Promise<RefChange> {
  const [verb = '', name, ...values] = words;
  const fields = ownValue(FIELDS, verb);
  if (!fields || name === undefined) throw new GitFailure(`unknown command: ${words.join(' ')}${end}`);
  if (name !== 'HEAD' && !/^[A-Z_]+$/.test(name) && !isRefName(name))
    throw new GitFailure(`invalid ref format: ${name}`);
  if (values.length > fields.length)
    throw new GitFailure(`${verb} ${name}: extra input:  ${values.slice(fields.length).join(' ')}${end}`);
  const given = new Map(fields.map((field, at) => [field, values[at]]));
  for (const [field, value] of given)
    if (value && !/^0{40}$/.test(value) && (await findObject(context, value)) === undefined)
      throw new GitFailure(`${verb} ${name}: invalid <${field}>: ${value}`);
  const [now, old] = [given.get('newvalue'), given.get('oldvalue')];
  if (fields.includes('newvalue') && now === undefined) throw new GitFailure(`${verb} ${name}: missing <newvalue>`);
  if (verb === 'create' && /^0{40}$/.test(now ?? '')) throw new GitFailure(`create ${name}: zero <newvalue>`);
  if (verb === 'delete' && /^0{40}$/.test(old ?? '')) throw new GitFailure(`delete ${name}: zero <oldvalue>`);
  const expected = verb === 'create' ? NO_OID : verb === 'verify' ? (old ?? NO_OID) : old;
  const change = await changeOf(context, name, now || NO_OID, verb === 'delete' ? old || undefined : expected, noDeref);
  return verb === 'verify' ? { ...change, only: 'verify' } : change;
}

/** `--stdin`: makes all changes or none. What was started has to be committed, or nothing comes of it. */
async function batch(context: Context, zero: boolean, reason: string): Promise<void> {
  let changes: RefChange[] = [];
  let noDeref = false;
  let isStarted = false;
  const commit = async () => {
    await mustAllFit(context, changes);
    const made = changes.filter(({ only }) => only === 'update');
    await context.refs.inTransaction(
      made.map(({ name, oid = NO_OID, expected = NO_OID }) => ({ name, before: expected, after: oid })),
      async () => {
        for (const change of made) await apply(context, change, reason);
      },
    );
    changes = [];
  };
  for (const words of commandsOf(decodeUtf8(await context.io.input()), zero)) {
    const [verb = ''] = words;
    if (verb === 'option') {
      if (words[1] !== 'no-deref')
        throw new GitFailure(`option unknown: ${words.slice(1).join(' ')}${zero ? '' : '\n'}`);
      noDeref = true;
    } else if (['start', 'prepare', 'commit', 'abort'].includes(verb)) {
      if (verb === 'start' || verb === 'prepare') isStarted = true;
      if (verb === 'prepare') await mustAllFit(context, changes);
      if (verb === 'abort') changes = [];
      if (verb === 'commit')
        await commit().catch((error: unknown) => {
          if (!(error instanceof GitFailure)) throw error;
          throw new GitFailure(`commit: ${error.message}`);
        });
      context.io.out(`${verb}: ok\n`);
    } else {
      changes.push(await readChange(context, words, noDeref, zero ? '' : '\n'));
      noDeref = false;
    }
  }
  if (!isStarted) await commit();
}

async function mustAllFit(context: Context, changes: readonly RefChange[]): Promise<void> {
  const names = new Set<string>();
  for (const { name } of changes) {
    if (names.has(name)) throw new GitFailure(`multiple updates for ref '${name}' not allowed`);
    names.add(name);
  }
  for (const change of changes) {
    const fault = await faultOf(context, change);
    if (fault !== undefined) throw new GitFailure(fault);
  }
}
