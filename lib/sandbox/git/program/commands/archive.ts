import { zipSync, type Zippable } from 'fflate';
import { gzip } from 'pako';
import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { lookAt } from '../../git-fs';
import { baseOf } from '../../repository';
import { concatBytes, decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { readCommit } from '../../store/commit';
import { isPlainPath } from '../../store/plain-path';
import { peel } from '../../store/tag';
import { EXECUTABLE, FILE_MODE, flattenTree, GITLINK, LINK, readTree, TREE } from '../../store/tree';
import { openContext, type Context } from '../setup/context';
import { withDescriptions } from '../log/describe-commit';
import { formatCommit } from '../log/format-commit';
import { commitLook } from '../log/log-options';
import { plainStyle } from '../commit/make-commit';
import { readLogOptions } from '../log/read-log-options';
import type { GitCommand } from '../setup/git-io';
import { readOptions } from '../terminal/options';
import { pathspecs, prefixOf, wantedBy } from '../setup/pathspec';
import { findObject } from '../refs/revision';
import { attributesOf, byAttributesOf, checkedOut } from '../worktree/work-files';

/** A file, link or folder in an archive. */
interface Member {
  readonly path: string;
  readonly mode: number;
  readonly data: Uint8Array;
}

export const archive: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    absent: '--remote --worktree-attributes',
    flags: { verbose: '-v --verbose', list: '-l --list', level: '-0 -1 -6 -9' },
    values: { format: '--format', prefix: '--prefix', output: '-o --output', added: '--add-file' },
  });
  if (options.is('list')) return io.out('tar\ntgz\ntar.gz\nzip\n');
  const context = await openContext(io);
  const [name, ...paths] = options.rest;
  if (name === undefined) throw new GitFailure('usage: git archive [<options>] <tree-ish> [<path>...]', 129);
  const output = options.value('output');
  const format = options.value('format') ?? /\.(zip|tgz|tar\.gz)$/.exec(output ?? '')?.[1] ?? 'tar';
  if (!['tar', 'zip', 'tgz', 'tar.gz'].includes(format)) throw new GitFailure(`Unknown archive format '${format}'`);
  const oid = await findObject(context, name).catch(() => undefined);
  if (oid === undefined) throw new GitFailure(`not a valid object name: ${name}`);
  const commit = await peel(context.objects, oid, 'commit');
  const tree = await peel(context.objects, oid, 'tree');
  if (tree === undefined) throw new GitFailure(`not a tree object: ${oid}`);
  const time =
    commit === undefined ? Math.floor(Date.now() / 1000) : (await readCommit(context.objects, commit)).committer.time;
  const added = await addedFiles(context, args);
  const members = await membersOf(context, tree, paths, commit);
  if (options.is('verbose')) io.err(members.map(({ path }) => `${options.value('prefix') ?? ''}${path}\n`).join(''));
  const prefix = options.value('prefix') ?? '';
  const named = [
    ...(prefix.endsWith('/') ? [{ path: prefix, mode: TREE, data: new Uint8Array() }] : []),
    ...members.map((member) => ({ ...member, path: prefix + member.path })),
    ...added,
  ];
  const whole = format === 'zip' ? zipOf(named, time, commit) : tarOf(named, time, commit, tarMask(context));
  const bytes = format === 'tgz' || format === 'tar.gz' ? gzip(whole) : whole;
  if (output === undefined) io.out(bytes);
  else await io.fs.writeFile(resolveFrom(io.cwd, output), bytes);
};

/** Files of `--add-file`, which need not be in the repository, each behind the last prefix before it. */
async function addedFiles({ fs, io }: Context, args: readonly string[]): Promise<Member[]> {
  const found: Member[] = [];
  let prefix = '';
  for (const [at, arg] of args.entries()) {
    const [, option, value] = /^(--prefix|--add-file)(?:=(.*))?$/s.exec(arg) ?? [];
    const name = value ?? args[at + 1] ?? '';
    if (option === '--prefix') prefix = name;
    if (option !== '--add-file') continue;
    const path = resolveFrom(io.cwd, name);
    const stat = await lookAt(fs, path);
    if (!stat) throw new GitFailure(`File not found: ${name}`);
    if (stat.type !== 'file') throw new GitFailure(`Not a regular file: ${name}`);
    const mode = stat.mode & 0o100 ? EXECUTABLE : FILE_MODE;
    found.push({ path: prefix + baseOf(path), mode, data: await fs.readFile(path) });
  }
  return found;
}

/** The members from a tree: everything below the caller's folder, or what the paths name. */
async function membersOf(
  context: Context,
  root: string,
  paths: readonly string[],
  commit: string | undefined,
): Promise<Member[]> {
  const fill = commit === undefined ? undefined : await formatsIn(context, commit);
  const { cwd } = context.io;
  const start = prefixOf(context, cwd);
  const wanted = wantedBy(pathspecs(context, cwd, paths));
  const files = [...(await flattenTree(context.objects, root)).keys()];
  for (const spec of pathspecs(context, cwd, paths))
    if (!spec.excludes && !files.some((file) => file.startsWith(start) && spec.matches(file)))
      throw new GitFailure(`pathspec '${spec.given}' did not match any files`);
  const members: Member[] = [];
  const walk = async (tree: string, before: string): Promise<void> => {
    for (const { name, mode, oid } of await readTree(context.objects, tree)) {
      const path = before + name;
      if (mode !== TREE && !isPlainPath(path, mode)) throw new GitFailure(`invalid path '${path}'`, 255, 'error: ');
      if (mode === GITLINK || (await attributesOf(context).get(path, 'export-ignore')) === true) continue;
      if (mode !== TREE) {
        if (path.startsWith(start) && wanted(path)) {
          const stored = await context.objects.blob(oid);
          const data = mode === LINK ? stored : await checkedOut(context, path, stored);
          const isFilled = fill && (await attributesOf(context).get(path, 'export-subst')) === true;
          members.push({ path: path.slice(start.length), mode, data: isFilled ? await fill(data) : data });
        }
        continue;
      }
      const files = [...(await flattenTree(context.objects, oid)).keys()].map((below) => `${path}/${below}`);
      if (!files.some((file) => file.startsWith(start) && wanted(file))) continue;
      if (`${path}/`.startsWith(start) && path.length >= start.length)
        members.push({ path: `${path.slice(start.length)}/`, mode, data: new Uint8Array() });
      await walk(oid, `${path}/`);
    }
  };
  await byAttributesOf(context, await flattenTree(context.objects, root), () => walk(root, ''));
  return members;
}

/** Fills in what `$Format:…$` in a file says about the commit (attribute `export-subst`). */
async function formatsIn(context: Context, oid: string): Promise<(data: Uint8Array) => Promise<Uint8Array>> {
  const commit = await readCommit(context.objects, oid);
  const look = await commitLook(context, readLogOptions(['--no-notes']), plainStyle(context));
  return async (data) => {
    let text = decodeUtf8(data);
    for (const [whole, format = ''] of text.matchAll(/\$Format:([^$\n]*)\$/g)) {
      const known = await withDescriptions(context, commit, `format:${format}`);
      text = text.replace(whole, () => formatCommit(commit, { ...look, format: known }));
    }
    return encodeUtf8(text);
  };
}

/** `get-tar-commit-id`: the commit that a tar on the input was made from. */
export const getTarCommitId: GitCommand = async (_args, io) => {
  const bytes = await io.input();
  if (bytes.length < 1024) throw new GitFailure('git get-tar-commit-id: EOF before reading tar header: Success');
  const head = decodeUtf8(bytes.subarray(0, 1024));
  const found = /\d+ comment=([0-9a-f]{40})\n/.exec(head)?.[1];
  if (found === undefined) return 1;
  io.out(`${found}\n`);
};

/** The commit is stored in the comment at the end of the archive. */
function zipOf(members: readonly Member[], time: number, commit: string | undefined): Uint8Array {
  const files: Zippable = {};
  for (const { path, mode, data } of members)
    files[path] = [
      data,
      // Unix modes are in the upper half.
      { os: 3, attrs: (mode === TREE ? 0o40755 : mode) << 16, mtime: time * 1000 },
    ];
  const whole = zipSync(files);
  if (commit === undefined) return whole;
  whole[whole.length - 2] = commit.length;
  return concatBytes(whole, encodeUtf8(commit));
}

const TAR_NAME = 100;
const TAR_PREFIX = 155;

/** The bits that `tar.umask` takes away; `user` is what is usual. */
function tarMask({ config }: Context): number {
  const setting = config.get('tar.umask');
  return setting === undefined ? 0o002 : setting === 'user' ? 0o022 : parseInt(setting, 8);
}

function tarOf(members: readonly Member[], time: number, commit: string | undefined, mask: number): Uint8Array {
  const parts: Uint8Array[] = [];
  const records = (name: string, type: string, values: Readonly<Record<string, string>>) => {
    const data = encodeUtf8(Object.entries(values).map(paxRecord).join(''));
    parts.push(tarHeader(name, { size: data.length, mode: 0o666, time, type }), padded(data));
  };
  if (commit !== undefined) records('pax_global_header', 'g', { comment: commit });
  for (const { path, mode, data } of members) {
    const link = mode === LINK ? decodeUtf8(data) : '';
    const isShort = nameParts(path) !== undefined;
    const values = {
      ...(isShort ? {} : { path }),
      ...(encodeUtf8(link).length > TAR_NAME ? { linkpath: link } : {}),
    };
    if (Object.keys(values).length > 0) records('paxheader', 'x', values);
    const size = mode === TREE || mode === LINK ? 0 : data.length;
    const bits = mode === LINK ? 0o777 : (mode === TREE || mode === EXECUTABLE ? 0o777 : 0o666) & ~mask;
    const type = mode === TREE ? '5' : mode === LINK ? '2' : '0';
    parts.push(tarHeader(path, { size, mode: bits, time, type, link }), ...(size > 0 ? [padded(data)] : []));
  }
  const body = concatBytes(...parts, new Uint8Array(1024));
  return concatBytes(body, new Uint8Array((10_240 - (body.length % 10_240)) % 10_240));
}

/** A record such as `52 comment=…`; the length includes its own digits. */
function paxRecord([key, value]: [string, string]): string {
  const rest = encodeUtf8(` ${key}=${value}\n`).length;
  let length = rest + String(rest).length;
  if (String(length).length > String(rest).length) length++;
  return `${length} ${key}=${value}\n`;
}

/** Splits a long name into the two fields of a header; undefined if it does not fit. */
function nameParts(path: string): readonly [prefix: string, name: string] | undefined {
  if (encodeUtf8(path).length <= TAR_NAME) return ['', path];
  for (let at = path.lastIndexOf('/', path.length - 2); at > 0; at = path.lastIndexOf('/', at - 1)) {
    const [prefix, name] = [path.slice(0, at), path.slice(at + 1)];
    if (encodeUtf8(prefix).length <= TAR_PREFIX)
      return encodeUtf8(name).length <= TAR_NAME ? [prefix, name] : undefined;
  }
  return undefined;
}

const padded = (data: Uint8Array): Uint8Array => concatBytes(data, new Uint8Array((512 - (data.length % 512)) % 512));

function tarHeader(
  name: string,
  { size, mode, time, type, link = '' }: { size: number; mode: number; time: number; type: string; link?: string },
): Uint8Array {
  const bytes = new Uint8Array(512);
  const put = (text: string, at: number, room = 512 - at) => bytes.set(encodeUtf8(text).subarray(0, room), at);
  const octal = (value: number, width: number) => value.toString(8).padStart(width - 1, '0');
  const [before, own] = nameParts(name) ?? ['', name];
  put(own, 0, TAR_NAME);
  put(octal(mode, 8), 100);
  put(octal(0, 8), 108);
  put(octal(0, 8), 116);
  put(octal(size, 12), 124);
  put(octal(time, 12), 136);
  put('        ', 148);
  put(type, 156);
  put(link, 157, TAR_NAME);
  put('ustar\u000000', 257);
  put('root', 265);
  put('root', 297);
  put(octal(0, 8), 329);
  put(octal(0, 8), 337);
  put(before, 345, TAR_PREFIX);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  put(`${octal(sum, 8)}\0`, 148);
  return bytes;
}
