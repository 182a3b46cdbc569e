import git from 'isomorphic-git';
import { resolveFrom } from '../../../embedded/fs/paths';
import { GitFailure } from '../../git-failure';
import { removeAll } from '../../git-fs';
import { concatBytes, decodeUtf8, encodeUtf8 } from '../../store/bytes';
import { readCommit, writeCommit } from '../../store/commit';
import { parseTag, peel } from '../../store/tag';
import { EXECUTABLE, flattenTree, GITLINK, LINK, readTree, TREE, writeTree, type FileEntry } from '../../store/tree';
import { makeBundle, parseBundle } from '../bundle-file';
import { loadIndex, openContext, type Context } from '../context';
import { editInEditor } from '../editor';
import type { GitCommand } from '../git-io';
import { cleanMessage, joinParagraphs } from '../message';
import { readNotes } from '../notes';
import { readOptions } from '../options';
import { pathspecs, wantedBy } from '../pathspec';
import { committerOf, personOf } from '../people';
import { readReflog } from '../reflog';
import { fullRef, resolveObject, selectCommits } from '../revision';
import { history } from '../history';
import { updateRef } from '../update-refs';

/** Everything that some objects need. */
async function closure(
  context: Context,
  starts: readonly string[],
  without: ReadonlySet<string> = new Set(),
): Promise<Set<string>> {
  const found = new Set<string>();
  const waiting = [...starts];
  for (let oid = waiting.pop(); oid !== undefined; oid = waiting.pop()) {
    if (found.has(oid) || without.has(oid)) continue;
    const object = await context.objects.find(oid);
    if (!object) continue;
    found.add(oid);
    if (object.kind === 'tag') waiting.push(parseTag(object.data).object);
    else if (object.kind === 'commit') {
      const { tree, parents } = await readCommit(context.objects, oid);
      waiting.push(tree, ...parents);
    } else if (object.kind === 'tree')
      for (const entry of await readTree(context.objects, oid)) if (entry.mode !== GITLINK) waiting.push(entry.oid);
  }
  return found;
}

/** Every object that a name, a reflog, the index or something that stands in the middle leads to. */
async function roots(context: Context): Promise<string[]> {
  const refs = await context.refs.list();
  const logs = await Promise.all(['HEAD', ...refs.map(({ name }) => name)].map((name) => readReflog(context, name)));
  const heads = await Promise.all(
    ['HEAD', 'ORIG_HEAD', 'MERGE_HEAD', 'CHERRY_PICK_HEAD', 'REVERT_HEAD', 'REBASE_HEAD', 'FETCH_HEAD'].map((name) =>
      context.refs.resolve(name),
    ),
  );
  return [
    ...refs.map(({ oid }) => oid),
    ...logs.flat().flatMap(({ before, after }) => [after, ...(before === undefined ? [] : [before])]),
    ...heads.filter((oid) => oid !== undefined),
    ...(await loadIndex(context)).all().map(({ oid }) => oid),
  ];
}

export const gc: GitCommand = async (args, io) => {
  readOptions(args, {
    flags: { quiet: '-q --quiet', aggressive: '--aggressive', auto: '--auto', force: '--force --keep-largest-pack' },
    optional: { prune: '--prune' },
  });
  const context = await openContext(io);
  const oids = [...(await closure(context, await roots(context)))];
  if (oids.length === 0) return;
  const old = (await context.fs.readdir(`${context.common}/objects/pack`).catch(() => [])).map(
    (name) => `${context.common}/objects/pack/${name}`,
  );
  const { filename } = await git.packObjects({ ...context.at, oids, write: true });
  const own = await git.indexPack({ ...context.at, dir: context.at.gitdir, filepath: `objects/pack/${filename}` });
  // What the new pack does not have stays as it is: nothing is thrown away.
  const packed = new Set(own.oids);
  for (const oid of await context.objects.looseIds())
    if (packed.has(oid)) await removeAll(context.fs, `${context.common}/objects/${oid.slice(0, 2)}/${oid.slice(2)}`);
  for (const first of await context.fs.readdir(`${context.common}/objects`)) {
    const folder = `${context.common}/objects/${first}`;
    if (/^[0-9a-f]{2}$/.test(first) && (await context.fs.readdir(folder)).length === 0) await context.fs.rmdir(folder);
  }
  const stem = filename.replace(/\.pack$/, '');
  const all = new Set(await context.objects.all());
  if ([...packed].every((oid) => all.has(oid)) && old.length > 0) {
    context.objects.forgetPacks();
    const rest = oids.length === packed.size;
    for (const path of old) if (rest && !path.includes(stem)) await removeAll(context.fs, path);
  }
  context.objects.forgetPacks();
  const peeled = new Map<string, string>();
  for (const { oid } of await context.refs.list('refs/tags/')) {
    const target = await peel(context.objects, oid);
    if (target !== undefined && target !== oid) peeled.set(oid, target);
  }
  await context.refs.pack(peeled);
};

export const packRefs: GitCommand = async (args, io) => {
  readOptions(args, { flags: { all: '--all', prune: '--prune --no-prune' } });
  const context = await openContext(io);
  await context.refs.pack(new Map());
};

export const prune: GitCommand = async (args, io) => {
  readOptions(args, { flags: { dry: '-n --dry-run', verbose: '-v --verbose' }, values: { expire: '--expire' } });
  await openContext(io);
};

export const fsck: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      full: '--full --no-full --strict --connectivity-only --no-progress --progress --cache --root --tags --name-objects',
      lost: '--lost-found',
      unreachable: '--unreachable',
      noDangling: '--no-dangling',
      dangling: '--dangling',
      noReflogs: '--no-reflogs',
    },
  });
  const context = await openContext(io);
  const used = await closure(context, await roots(context));
  const all = await context.objects.all();
  let code = 0;
  const pointed = new Set<string>();
  const outside: { oid: string; kind: string }[] = [];
  for (const oid of all) {
    const object = await context.objects.find(oid).catch(() => undefined);
    if (!object || context.objects.hash(object.kind, object.data) !== oid) {
      io.err(`error: ${oid}: object corrupt or missing\n`);
      code = 1;
      continue;
    }
    if (used.has(oid)) continue;
    outside.push({ oid, kind: object.kind });
    for (const inner of await closure(context, [oid])) if (inner !== oid) pointed.add(inner);
  }
  for (const { oid, kind } of outside.toSorted((a, b) => (a.oid < b.oid ? -1 : 1))) {
    if (options.is('unreachable')) io.out(`unreachable ${kind} ${oid}\n`);
    else if (!options.is('noDangling') && !pointed.has(oid)) io.out(`dangling ${kind} ${oid}\n`);
  }
  return code;
};

export const archive: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: { verbose: '-v --verbose', list: '-l --list', work: '--worktree-attributes', level: '-0 -1 -9' },
    values: { format: '--format', prefix: '--prefix', output: '-o --output', remote: '--remote' },
  });
  if (options.is('list')) return io.out('tar\n');
  const context = await openContext(io);
  const [name, ...paths] = options.rest;
  if (name === undefined) throw new GitFailure('usage: git archive [<options>] <tree-ish> [<path>...]', 129);
  const output = options.value('output');
  const format = options.value('format') ?? /\.(zip|tgz|tar\.gz)$/.exec(output ?? '')?.[1] ?? 'tar';
  if (format !== 'tar')
    throw new GitFailure(`format '${format}' is not supported in this sandbox: write a tar, then use gzip or zip`, 128);
  const oid = await resolveObject(context, name);
  const commit = await peel(context.objects, oid, 'commit');
  const tree = await peel(context.objects, oid, 'tree');
  if (tree === undefined) throw new GitFailure(`not a tree object: ${oid}`);
  const wanted = wantedBy(pathspecs(context, io.cwd, paths));
  const time =
    commit === undefined ? Math.floor(Date.now() / 1000) : (await readCommit(context.objects, commit)).committer.time;
  const prefix = options.value('prefix') ?? '';
  const parts: Uint8Array[] = [];
  if (commit !== undefined)
    parts.push(
      tarHeader('pax_global_header', { size: 52, mode: 0o666, time, type: 'g' }),
      padded(encodeUtf8(`52 comment=${commit}\n`)),
    );
  if (prefix.endsWith('/')) parts.push(tarHeader(prefix, { size: 0, mode: 0o775, time, type: '5' }));
  const walk = async (inner: string, before: string): Promise<void> => {
    for (const entry of await readTree(context.objects, inner)) {
      const path = before + entry.name;
      if (entry.mode === TREE) {
        const files = await flattenTree(context.objects, entry.oid);
        if (![...files.keys()].some((below) => wanted(`${path}/${below}`))) continue;
        parts.push(tarHeader(`${prefix}${path}/`, { size: 0, mode: 0o775, time, type: '5' }));
        await walk(entry.oid, `${path}/`);
      } else if (wanted(path)) {
        const data = await context.objects.blob(entry.oid);
        if (entry.mode === LINK)
          parts.push(tarHeader(`${prefix}${path}`, { size: 0, mode: 0o777, time, type: '2', link: decodeUtf8(data) }));
        else
          parts.push(
            tarHeader(`${prefix}${path}`, {
              size: data.length,
              mode: entry.mode === EXECUTABLE ? 0o775 : 0o664,
              time,
              type: '0',
            }),
            padded(data),
          );
      }
    }
  };
  await walk(tree, '');
  const body = concatBytes(...parts, new Uint8Array(1024));
  const whole = concatBytes(body, new Uint8Array((10_240 - (body.length % 10_240)) % 10_240));
  if (output === undefined) io.out(whole);
  else await io.fs.writeFile(resolveFrom(io.cwd, output), whole);
};

const padded = (data: Uint8Array): Uint8Array => concatBytes(data, new Uint8Array((512 - (data.length % 512)) % 512));

function tarHeader(
  name: string,
  { size, mode, time, type, link = '' }: { size: number; mode: number; time: number; type: string; link?: string },
): Uint8Array {
  const bytes = new Uint8Array(512);
  const put = (text: string, at: number) => bytes.set(encodeUtf8(text).subarray(0, 512 - at), at);
  const octal = (value: number, width: number) => value.toString(8).padStart(width - 1, '0');
  put(name.slice(0, 100), 0);
  put(octal(mode, 8), 100);
  put(octal(0, 8), 108);
  put(octal(0, 8), 116);
  put(octal(size, 12), 124);
  put(octal(time, 12), 136);
  put('        ', 148);
  put(type, 156);
  put(link.slice(0, 100), 157);
  put('ustar\u000000', 257);
  put('root', 265);
  put('root', 297);
  put(octal(0, 8), 329);
  put(octal(0, 8), 337);
  const sum = bytes.reduce((total, byte) => total + byte, 0);
  put(octal(sum, 8), 148);
  return bytes;
}

export const notes: GitCommand = async (args, io) => {
  const [first = 'list', ...others] = args[0]?.startsWith('-') ? ['list'] : args;
  const options = readOptions(others, {
    flags: { force: '-f --force', allowEmpty: '--allow-empty', ignoreMissing: '--ignore-missing' },
    values: { message: '-m --message', file: '-F --file', reuse: '-C --reuse-message' },
  });
  const context = await openContext(io);
  const ref = 'refs/notes/commits';
  const tip = await context.refs.resolve(ref);
  const known = tip === undefined ? new Map<string, string>() : await readNotes(context, tip);
  const target = await resolveObject(context, (first === 'copy' ? options.rest[1] : options.rest[0]) ?? 'HEAD').catch(
    (error: unknown) => {
      if (first === 'list' && options.rest.length === 0) return '';
      throw error;
    },
  );
  const save = async (message: string) => {
    const files = new Map<string, FileEntry>();
    for (const [oid, text] of known)
      files.set(oid, { mode: 0o100644, oid: await context.objects.write('blob', encodeUtf8(text)) });
    const oid = await writeCommit(context.objects, {
      tree: await writeTree(context.objects, files),
      parents: tip === undefined ? [] : [tip],
      author: personOf(context, 'AUTHOR'),
      committer: committerOf(context),
      message: `${message}\n`,
    });
    await updateRef(context, ref, oid, `notes: ${message}`);
  };
  const own = known.get(target);
  switch (first) {
    case 'list':
      for (const [oid, text] of known)
        if (options.rest.length === 0) io.out(`${context.objects.hash('blob', encodeUtf8(text))} ${oid}\n`);
      if (options.rest.length > 0 && own !== undefined) io.out(`${context.objects.hash('blob', encodeUtf8(own))}\n`);
      if (options.rest.length > 0 && own === undefined) throw new GitFailure(`no note found for object ${target}.`, 1);
      return;
    case 'show':
      if (own === undefined) throw new GitFailure(`no note found for object ${target}.`, 1);
      return io.out(own);
    case 'add':
    case 'append':
    case 'edit': {
      if (first === 'add' && own !== undefined && !options.is('force'))
        throw new GitFailure(
          `Cannot add notes. Found existing notes for object ${target}. Use '-f' to overwrite existing notes`,
          1,
        );
      if (first === 'add' && own !== undefined) io.err(`Overwriting existing notes for object ${target}\n`);
      const given = options.values('message');
      const file = options.value('file');
      const text =
        given.length > 0
          ? joinParagraphs(given)
          : file === undefined
            ? await editInEditor(
                context,
                'NOTES_EDITMSG',
                `${own ?? ''}\n# Write/edit the notes for the following object:\n`,
              )
            : decodeUtf8(file === '-' ? await io.input() : await io.fs.readFile(resolveFrom(io.cwd, file)));
      const clean = cleanMessage(text);
      known.set(target, first === 'append' && own !== undefined ? `${own.trimEnd()}\n\n${clean}` : clean);
      return save(`Notes added by 'git notes ${first}'`);
    }
    case 'remove':
      if (!known.delete(target)) throw new GitFailure(`Object ${target} has no note`, 1);
      io.err(`Removing note for object ${options.rest[0] ?? 'HEAD'}\n`);
      return save("Notes removed by 'git notes remove'");
    default:
      throw new GitFailure(
        `notes ${first} is not supported in this sandbox; add, append, edit, list, remove and show are`,
        1,
      );
  }
};

export const bundle: GitCommand = async ([verb = '', ...args], io) => {
  const options = readOptions(args, {
    flags: {
      all: '--all',
      branches: '--branches',
      tags: '--tags',
      quiet: '-q --quiet',
      progress: '--progress --no-progress',
    },
    values: { version: '--version' },
  });
  const [file = '', ...names] = options.rest;
  const path = resolveFrom(io.cwd, file);
  if (verb !== 'create') {
    const parsed = parseBundle(await io.fs.readFile(path).catch(() => new Uint8Array()));
    if (!parsed) throw new GitFailure(`'${file}' does not look like a v2 or v3 bundle file`, 1);
    if (verb === 'list-heads') return io.out(parsed.refs.map(({ oid, name }) => `${oid} ${name}\n`).join(''));
    if (verb === 'verify')
      return io.out(
        `The bundle contains ${parsed.refs.length === 1 ? 'this ref' : `these ${parsed.refs.length} refs`}:\n${parsed.refs.map(({ oid, name }) => `${oid} ${name}\n`).join('')}The bundle records a complete history.\n`,
      );
    throw new GitFailure(
      `bundle ${verb} is not supported in this sandbox; create, list-heads and verify are, and clone and fetch read one`,
      1,
    );
  }
  const context = await openContext(io);
  const refs: { name: string; oid: string }[] = [];
  const exclude: string[] = [];
  if (options.is('all') || options.is('branches') || options.is('tags')) {
    for (const ref of await context.refs.list(
      options.is('all') ? 'refs/' : options.is('branches') ? 'refs/heads/' : 'refs/tags/',
    ))
      refs.push(ref);
    const head = await context.refs.resolve('HEAD');
    if (options.is('all') && head !== undefined) refs.push({ name: 'HEAD', oid: head });
  }
  for (const text of names) {
    const chosen = await selectCommits(context, text);
    if (!chosen) throw new GitFailure(`bad revision '${text}'`);
    exclude.push(...chosen.exclude);
    const name = text.replace(/^.*\.\./, '') || 'HEAD';
    const full = text.startsWith('^') ? undefined : name === 'HEAD' ? 'HEAD' : await fullRef(context, name);
    const oid = full === undefined ? undefined : await context.refs.resolve(full);
    if (full !== undefined && oid !== undefined) refs.push({ name: full, oid });
  }
  if (refs.length === 0) throw new GitFailure('Refusing to create empty bundle.');
  const known = await closure(context, exclude);
  for await (const commit of history(context, exclude)) known.add(commit.oid);
  const oids = await closure(
    context,
    refs.map(({ oid }) => oid),
    known,
  );
  await io.fs.writeFile(path, await makeBundle(context, refs, [...oids], exclude));
};
