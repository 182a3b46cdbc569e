import { makeFolder } from '../../git-fs';
import { currentBranch, headCommit } from '../../repository';
import { comparePaths, encodeUtf8 } from '../../store/bytes';
import { readCommit } from '../../store/commit';
import { isKind, type ObjectKind } from '../../store/objects';
import { NO_OID } from '../../store/refs';
import { parseTag } from '../../store/tag';
import { GITLINK, readTree, TREE } from '../../store/tree';
import { closure } from '../refs/closure';
import { loadIndex, openContext, type Context } from '../setup/context';
import type { GitCommand } from '../setup/git-io';
import { parentsOf } from '../refs/history';
import { ObjectTable } from '../refs/object-table';
import { readOptions } from '../terminal/options';
import { findObject } from '../refs/revision';
import { roots } from './maintenance';

/** `--lost-found`: records an unreachable object in a folder; for a file, its contents. */
async function keepFound(context: Context, oid: string, kind: string): Promise<void> {
  const folder = `${context.common}/lost-found/${kind === 'commit' ? 'commit' : 'other'}`;
  await makeFolder(context.fs, folder);
  const bytes = kind === 'blob' ? await context.objects.blob(oid) : encodeUtf8(`${oid}\n`);
  await context.fs.writeFile(`${folder}/${oid}`, bytes);
}

interface Link {
  readonly from: string;
  readonly fromKind: ObjectKind;
  readonly oid: string;
  readonly kind: ObjectKind;
}

/** What an object points to. */
async function linksOf(context: Context, from: string): Promise<readonly (readonly [string, ObjectKind])[]> {
  const object = await context.objects.find(from);
  if (object?.kind === 'commit') {
    const commit = await readCommit(context.objects, from);
    const parents = await parentsOf(context, commit);
    return [[commit.tree, 'tree'], ...parents.map((oid) => [oid, 'commit'] as const)];
  }
  if (object?.kind === 'tree')
    return (await readTree(context.objects, from)).flatMap(({ mode, oid }) =>
      mode === GITLINK ? [] : [[oid, mode === TREE ? 'tree' : 'blob'] as const],
    );
  const { object: oid = '', type = '' } = object?.kind === 'tag' ? parseTag(object.data) : {};
  return isKind(type) ? [[oid, type]] : [];
}

/** What objects point to that is not there. */
async function brokenLinks(context: Context, oids: ReadonlySet<string>): Promise<Link[]> {
  const found: Link[] = [];
  for (const from of oids) {
    const object = await context.objects.find(from);
    for (const [oid, kind] of object ? await linksOf(context, from) : [])
      if (object && !(await context.objects.find(oid))) found.push({ from, fromKind: object.kind, oid, kind });
  }
  return found;
}

/** Tells of the refs that lead to nothing. */
async function hasLostRefs({ refs, objects, io }: Context): Promise<boolean> {
  const { refs: all, broken } = await refs.look();
  const lost = broken.map(({ name }) => ({ name, oid: NO_OID }));
  for (const { name, oid } of all) if (!(await objects.find(oid))) lost.push({ name, oid });
  for (const { name, oid } of lost.toSorted((a, b) => comparePaths(a.name, b.name)))
    io.err(`error: ${name}: invalid sha1 pointer ${oid}\n`);
  return lost.length > 0;
}

export const fsck: GitCommand = async (args, io) => {
  const options = readOptions(args, {
    flags: {
      full: '--full --no-full --strict --no-progress --progress --cache --name-objects -v --verbose --reflogs',
      connectivity: '--connectivity-only',
      root: '--root',
      tags: '--tags',
      lost: '--lost-found',
      unreachable: '--unreachable',
      noDangling: '--no-dangling',
      dangling: '--dangling',
      noReflogs: '--no-reflogs',
    },
  });
  const context = await openContext(io);
  const stored = { ...context, objects: context.objects.asStored };
  const branch = await currentBranch(context);
  if ((await headCommit(context)) === undefined) io.err(`notice: HEAD points to an unborn branch (${branch})\n`);
  if ((await context.refs.list()).length === 0) io.err('notice: No default references\n');
  const given = await Promise.all(options.rest.map((name) => findObject(context, name)));
  for (const [at, name] of options.rest.entries())
    if (given[at] === undefined) io.err(`error: invalid parameter: expected sha1, got '${name}'\n`);
  let code = (given.includes(undefined) ? 1 : 0) | ((await hasLostRefs(context)) ? 2 : 0);
  // Named objects stand in place of all refs.
  const used = await closure(
    context,
    options.rest.length > 0
      ? given.flatMap((oid) => oid ?? [])
      : await roots(context, { reflogs: !options.is('noReflogs') && !options.is('lost') }),
  );
  const all = (await context.objects.all()).toSorted();
  const table = new ObjectTable();
  const pointed = new Set<string>();
  const outside = new Map<string, ObjectKind>();
  for (const oid of all) {
    const object = await stored.objects.find(oid).catch(() => undefined);
    table.look(oid);
    const isSound = object && context.objects.hash(object.kind, object.data) === oid;
    if (isSound && !options.is('connectivity')) {
      const links = await linksOf(stored, oid);
      for (const [inner] of links) table.look(inner);
      if (options.is('root') && object.kind === 'commit' && links.length === 1) io.out(`root ${oid}\n`);
      if (options.is('tags') && object.kind === 'tag') {
        const tag = parseTag(object.data);
        io.out(`tagged ${tag.type} ${tag.object} (${tag.tag}) in ${oid}\n`);
      }
    }
    if (!object || !isSound) {
      io.err(`error: ${oid}: object corrupt or missing\n`);
      code |= 1;
      continue;
    }
    if (used.has(oid)) continue;
    outside.set(oid, object.kind);
    for (const inner of await closure(context, [oid])) if (inner !== oid) pointed.add(inner);
  }
  const links = await brokenLinks(stored, used);
  const entries = (await loadIndex(context)).all();
  const staged = new Set(entries.map(({ oid }) => oid));
  for (const { from, fromKind, oid, kind } of links)
    // A blob of the index is only missing.
    if (!staged.has(oid))
      io.out(`broken link from ${fromKind.padStart(7)} ${from}\n              to ${kind.padStart(7)} ${oid}\n`);
  const missing = new Map(links.map(({ oid, kind }) => [oid, kind]));
  for (const { oid, mode } of entries)
    if (mode !== GITLINK && !(await context.objects.find(oid))) missing.set(oid, 'blob');
  if (missing.size > 0) code |= 2;
  for (const oid of [...missing.keys(), ...outside.keys()]) table.look(oid);
  for (const oid of table.all()) {
    const [gone, kind] = [missing.get(oid), outside.get(oid)];
    if (gone !== undefined) io.out(`missing ${gone} ${oid}\n`);
    if (kind === undefined) continue;
    if (options.is('unreachable')) io.out(`unreachable ${kind} ${oid}\n`);
    else if (!options.is('noDangling') && !pointed.has(oid)) {
      io.out(`dangling ${kind} ${oid}\n`);
      if (options.is('lost')) await keepFound(context, oid, kind);
    }
  }
  return code;
};
