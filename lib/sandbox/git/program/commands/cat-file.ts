import { ownValue } from '../../../../protocol/own-value';
import { NO_OID } from '../../store/refs';
import { GitFailure } from '../../git-failure';
import { decodeUtf8 } from '../../store/bytes';
import { isKind } from '../../store/objects';
import { peel } from '../../store/tag';
import { formatMode, GITLINK, readTree, TREE } from '../../store/tree';
import { openContext, type Context } from '../context';
import { convertText, diffDriver } from '../diff-driver';
import type { GitCommand } from '../git-io';
import { readOptions } from '../options';
import { findObject, pathFailure } from '../revision';
import { checkedOut } from '../work-files';

export const catFile: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      type: '-t',
      size: '-s',
      pretty: '-p',
      exists: '-e',
      all: '--batch-all-objects',
      buffer: '--buffer --unordered --follow-symlinks',
      filters: '--filters',
      textconv: '--textconv',
    },
    values: { path: '--path' },
    optional: { batch: '--batch', check: '--batch-check', command: '--batch-command' },
  });
  const { is } = options;
  const context = await openContext(io);
  const batch = options.last('batch', 'check', 'command');
  if (batch === 'command') return commandsOf(context, options.value(batch) ?? '');
  if (batch !== undefined) return batchOf(context, options.value(batch) ?? '', batch === 'batch', is('all'));
  const [first, second] = options.rest;
  const name = second ?? first;
  const path = options.value('path') ?? name?.slice(name.indexOf(':') + 1) ?? '';
  if (name === undefined) throw new GitFailure('usage: git cat-file <type> <object>', 129);
  const oid = await findObject(context, name);
  const found = oid === undefined ? undefined : await context.objects.find(oid);
  if (is('exists') && oid !== undefined && !found) return 1;
  if (oid === undefined) throw (await pathFailure(context, name)) ?? new GitFailure(`Not a valid object name ${name}`);
  if (!found) throw new GitFailure(`git cat-file: could not get object info`);
  if (is('exists')) return 0;
  if (is('type')) return io.out(`${found.kind}\n`);
  if (is('size')) return io.out(`${found.data.length}\n`);
  if (is('textconv')) {
    const { textconv } = await diffDriver(context, path);
    return io.out(textconv === undefined ? found.data : await convertText(context, textconv, found.data));
  }
  if (is('filters') && found.kind === 'blob') return io.out(await checkedOut(context, path, found.data));
  if (is('pretty') || is('filters'))
    return found.kind === 'tree' ? io.out(await treeText(context, oid)) : io.out(found.data);
  if (first === undefined || !isKind(first)) throw new GitFailure(`invalid object type "${first}"`);
  const wanted = await peel(context.objects, oid, first);
  if (wanted === undefined) throw new GitFailure(`git cat-file ${name}: bad file`);
  return io.out((await context.objects.read(wanted)).data);
};

const treeText = async (context: Context, oid: string): Promise<string> =>
  (await readTree(context.objects, oid))
    .map(
      ({ mode, name, oid }) =>
        `${formatMode(mode)} ${mode === TREE ? 'tree' : mode === GITLINK ? 'commit' : 'blob'} ${oid}\t${name}\n`,
    )
    .join('');

async function batchOf(context: Context, format: string, contents: boolean, all: boolean): Promise<void> {
  const { io } = context;
  const names = all
    ? (await context.objects.all()).toSorted()
    : decodeUtf8(await io.input())
        .split('\n')
        .slice(0, -1);
  for (const line of names) await sayObject(context, line, format, contents);
}

/** `--batch-command`: one command a line. */
async function commandsOf(context: Context, format: string): Promise<void> {
  for (const line of decodeUtf8(await context.io.input())
    .split('\n')
    .slice(0, -1)) {
    const [, verb, name = ''] = /^(info|contents) (.+)$/.exec(line) ?? [];
    if (verb !== undefined) await sayObject(context, name, format, verb === 'contents');
    else if (line !== 'flush') throw new GitFailure(`unknown command: '${line}'`);
  }
}

async function sayObject(context: Context, line: string, format: string, contents: boolean): Promise<void> {
  const { io } = context;
  const [name = line, rest = ''] = format.includes('%(rest)') ? line.split(/\s+(.*)/s) : [line];
  const oid = await findObject(context, name).catch(() => undefined);
  const found = oid === undefined ? undefined : await context.objects.find(oid);
  if (!found || oid === undefined) {
    io.out(`${name} missing\n`);
    return;
  }
  const values: Readonly<Record<string, string>> = {
    objectname: oid,
    objecttype: found.kind,
    objectsize: String(found.data.length),
    deltabase: NO_OID,
    rest,
  };
  const text = (format || '%(objectname) %(objecttype) %(objectsize)').replaceAll(/%\(([^)]*)\)/g, (_, key: string) => {
    const value = ownValue(values, key);
    if (value !== undefined) return value;
    if (key === 'objectsize:disk')
      throw new GitFailure('%(objectsize:disk) is not supported in this sandbox: use %(objectsize)', 2);
    throw new GitFailure(`unknown format element: ${key}`);
  });
  io.out(`${text}\n`);
  if (contents) {
    io.out(found.data);
    io.out('\n');
  }
}
