import { ownValue } from '../../../../protocol/own-value';
import { NO_OID } from '../../store/refs';
import { GitFailure } from '../../git-failure';
import { decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { isKind, type ObjectKind } from '../../store/objects';
import { peel } from '../../store/tag';
import { entryAt, formatMode, GITLINK, LINK, readTree, TREE } from '../../store/tree';
import { openContext, type Context } from '../setup/context';
import { convertText, diffDriver } from '../diff/diff-driver';
import type { GitCommand } from '../setup/git-io';
import { readMailmap, type Mailmap } from '../people/mailmap';
import { readOptions } from '../terminal/options';
import { findObject, pathFailure } from '../refs/revision';
import { checkedOut } from '../worktree/work-files';

export const catFile: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      type: '-t',
      size: '-s',
      pretty: '-p',
      exists: '-e',
      all: '--batch-all-objects',
      buffer: '--buffer',
      plain: '--unordered --allow-unknown-type',
      follow: '--follow-symlinks',
      zero: '-z',
      filters: '--filters',
      textconv: '--textconv',
      mailmap: '--use-mailmap --mailmap',
    },
    values: { path: '--path' },
    optional: { batch: '--batch', check: '--batch-check', command: '--batch-command' },
  });
  const { is } = options;
  const context = await openContext(io);
  const batch = options.last('batch', 'check', 'command');
  const named = is('mailmap') ? await readMailmap(context) : undefined;
  const rules = { named, format: batch === undefined ? '' : (options.value(batch) ?? ''), follow: is('follow') };
  if (batch === undefined && (is('follow') || is('zero')))
    throw new GitFailure(`'${is('zero') ? '-z' : '--follow-symlinks'}' requires a batch mode`, 129);
  mustBeFormat(rules.format);
  const end = is('zero') ? '\0' : '\n';
  const modes = (['batch', 'check', 'command'] as const).filter((mode) => options.value(mode) !== undefined);
  if (modes.length > 1) throw new GitFailure('only one batch option may be specified', 129, 'error: ');
  if (batch !== undefined && options.rest.length > 0) throw new GitFailure('batch modes take no arguments', 129);
  if (batch === 'command') return commandsOf(context, rules, end, is('buffer'));
  if (batch !== undefined) {
    const all = is('all') ? (await context.objects.all()).toSorted() : undefined;
    const names = all ?? partsOf(decodeUtf8(await io.input()), end);
    for (const line of names) await sayObject(context, line, rules, batch === 'batch');
    return;
  }
  const takes = is('type') || is('size') || is('pretty') || is('exists') || is('filters') || is('textconv') ? 1 : 2;
  if (options.rest.length > takes) throw new GitFailure('too many arguments', 129);
  const [first, second] = options.rest;
  const name = second ?? first;
  const path = options.value('path') ?? name?.slice(name.indexOf(':') + 1) ?? '';
  if ((is('textconv') || is('filters')) && options.value('path') === undefined && name?.includes(':') === false)
    throw new GitFailure(`<object>:<path> required, only <object> '${name}' given`);
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
    return io.out(textconv === undefined ? found.data : await convertText(context, textconv, path, found.data));
  }
  if (is('filters') && found.kind === 'blob') return io.out(await checkedOut(context, path, found.data));
  if (is('pretty') || is('filters'))
    return io.out(found.kind === 'tree' ? await treeText(context, oid) : withNames(found, named));
  if (first === undefined || !isKind(first)) throw new GitFailure(`invalid object type "${first}"`);
  const wanted = await peel(context.objects, oid, first);
  if (wanted === undefined) throw new GitFailure(`git cat-file ${name}: bad file`);
  return io.out(withNames(await context.objects.read(wanted), named));
};

/** An object with the people in its header as the mailmap has them. */
function withNames({ kind, data }: { kind: ObjectKind; data: Uint8Array }, named: Mailmap | undefined): Uint8Array {
  if (!named || (kind !== 'commit' && kind !== 'tag')) return data;
  const text = decodeUtf8(data);
  const end = text.indexOf('\n\n');
  const header = (end < 0 ? text : text.slice(0, end)).replaceAll(
    /^(author|committer|tagger) (.*) <(.*)>/gm,
    (_, role: string, name: string, email: string) => {
      const person = named({ name, email });
      return `${role} ${person.name} <${person.email}>`;
    },
  );
  return encodeUtf8(header + (end < 0 ? '' : text.slice(end)));
}

const treeText = async (context: Context, oid: string): Promise<string> =>
  (await readTree(context.objects, oid))
    .map(
      ({ mode, name, oid }) =>
        `${formatMode(mode)} ${mode === TREE ? 'tree' : mode === GITLINK ? 'commit' : 'blob'} ${oid}\t${name}\n`,
    )
    .join('');

/** How objects are told of in a batch. */
interface BatchRules {
  readonly format: string;
  readonly named: Mailmap | undefined;
  /** Whether links in a commit are followed. */
  readonly follow: boolean;
}

/** The parts of a text that end in a mark; the last one need not. */
const partsOf = (text: string, end: string): string[] =>
  text === '' ? [] : (text.endsWith(end) ? text.slice(0, -1) : text).split(end);

/** `--batch-command`: one command a line. */
async function commandsOf(context: Context, rules: BatchRules, end: string, buffered: boolean): Promise<void> {
  for (const line of partsOf(decodeUtf8(await context.io.input()), end)) {
    const [, verb, name = ''] = /^(info|contents) (.+)$/.exec(line) ?? [];
    if (verb !== undefined) await sayObject(context, name, rules, verb === 'contents');
    else if (line === 'flush' && !buffered) throw new GitFailure('flush is only for --buffer mode');
    else if (line === '') throw new GitFailure('empty command in input');
    else if (line !== 'flush') throw new GitFailure(`unknown command: '${line}'`);
  }
}

async function sayObject(
  context: Context,
  line: string,
  { format, follow, named }: BatchRules,
  contents: boolean,
): Promise<void> {
  const { io } = context;
  const [name = line, rest = ''] = format.includes('%(rest)') ? line.split(/\s+(.*)/s) : [line];
  const followed = follow ? await followLinks(context, name) : undefined;
  if (followed && 'odd' in followed)
    return io.out(`${followed.odd} ${encodeUtf8(followed.text).length}\n${followed.text}\n`);
  const oid = followed ? followed.oid : await findObject(context, name).catch(() => undefined);
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
  const text = (format || '%(objectname) %(objecttype) %(objectsize)').replaceAll(
    /%(?:%|\(([^)]*)\))/g,
    (_, key?: string) => (key === undefined ? '%' : (ownValue(values, key) ?? '')),
  );
  io.out(`${text}\n`);
  if (contents) {
    io.out(withNames(found, named));
    io.out('\n');
  }
}

/** Fails for a format with parts that there are not. */
function mustBeFormat(format: string): void {
  for (const [, key] of format.matchAll(/%(?:%|\(([^)]*)\))/g)) {
    if (key === 'objectsize:disk')
      throw new GitFailure('%(objectsize:disk) is not supported in this sandbox: use %(objectsize)', 2);
    if (key !== undefined && !/^(?:objectname|objecttype|objectsize|deltabase|rest)$/.test(key))
      throw new GitFailure(`unknown format element: ${key}`);
  }
}

/** More links than these in one path count as a loop. */
const MOST_LINKS = 40;

/**
 * `--follow-symlinks`: what `commit:path` leads to through the links in that commit. `odd`: why it leads nowhere, with what
 * is told of that. Undefined if it is not a path in a commit.
 */
async function followLinks(
  context: Context,
  name: string,
): Promise<{ oid: string } | { odd: string; text: string } | undefined> {
  const [, revision, path] = /^([^:]+):(.+)$/s.exec(name) ?? [];
  const start = revision === undefined ? undefined : await findObject(context, revision, 'tree').catch(() => undefined);
  const tree = start === undefined ? undefined : await peel(context.objects, start, 'tree');
  if (tree === undefined || path === undefined) return undefined;
  let left = path.split('/');
  const at: string[] = [];
  for (let links = 0; left.length > 0;) {
    const [part = '', ...rest] = left;
    left = rest;
    if (part === '' || part === '.') continue;
    if (part === '..') {
      if (at.pop() === undefined) return { odd: 'symlink', text: ['..', ...rest].join('/') };
      continue;
    }
    const entry = await entryAt(context.objects, tree, [...at, part].join('/'));
    if (!entry) return links > 0 ? { odd: 'dangling', text: name } : undefined;
    if (entry.mode === LINK) {
      const target = decodeUtf8(await context.objects.blob(entry.oid));
      if (target.startsWith('/')) return { odd: 'symlink', text: target };
      if (++links > MOST_LINKS) return { odd: 'loop', text: name };
      left = [...target.split('/'), ...rest];
    } else if (entry.mode !== TREE && rest.length > 0) return { odd: 'notdir', text: name };
    else at.push(part);
  }
  const found = at.length === 0 ? { oid: tree } : await entryAt(context.objects, tree, at.join('/'));
  return found && { oid: found.oid };
}
