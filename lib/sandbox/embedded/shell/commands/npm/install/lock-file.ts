import * as z from 'zod';
import { parseJson } from '@/lib/protocol/text';
import type { CommandContext } from '../../context';
import { relative } from '../../files/paths';
import { NpmError } from '../npm-error';
import { ManifestSchema, PackageFolder, type PackageJson } from '../project';
import { workspacesOf } from '../workspaces';
import { entryOf, EntrySchema, type LockEntry } from './entry';
import { legacyDependencies } from './legacy-lock';
import { localFolder, programsOf, withAddress } from './local';
import { reached } from './place';
import { edgesOf, TreeNode, type Edge } from './tree';

const LockSchema = z.looseObject({
  lockfileVersion: z.number().optional(),
  packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })).default({}),
});

/** The lock file of a project, and its name where it is published with the project, which counts more. */
export const LOCK = 'package-lock.json';
export const SHRINKWRAP = 'npm-shrinkwrap.json';

/** The name of the project's lock file. */
export const lockName = (project: PackageFolder): string =>
  project.textOf(SHRINKWRAP) === undefined ? LOCK : SHRINKWRAP;

/** The version to write a lock file in: what is asked for, or what it has, unless that is too old. */
export function lockVersion(project: PackageFolder, asked: string | undefined): number {
  if (asked !== undefined && /^[123]$/.test(asked)) return Number(asked);
  const lock = parseJson(LockSchema, project.textOf(lockName(project)) ?? '');
  return lock.ok && lock.value.lockfileVersion === 2 ? 2 : 3;
}

/** Where npm records what is in `node_modules`. */
export const HIDDEN_LOCK = 'node_modules/.package-lock.json';

/** The packages of a lock file by folder, without the project; undefined if there is no file. Throws `NpmError`. */
export function readLock(project: PackageFolder, name: string): Map<string, LockEntry> | undefined {
  const text = project.textOf(name);
  if (text === undefined) return undefined;
  const lock = parseJson(LockSchema, text);
  if (!lock.ok) throw new NpmError(`Invalid ${name}: ${lock.reason}`, { code: 'EJSONPARSE' });
  const found = new Map<string, LockEntry>();
  for (const [path, raw] of Object.entries(lock.value.packages)) {
    if (path === '') continue;
    // Links have no version of their own.
    const entry = EntrySchema.safeParse({ version: '', ...raw });
    if (!entry.success)
      throw new NpmError(`${name} has ${path}, which is no package: ${entry.error.issues[0]?.message}`, {
        code: 'EJSONPARSE',
      });
    found.set(path, entry.data);
  }
  return found;
}

/**
 * The tree of a project: what it links to, as it is now, and the packages of its lock file. `changed`: projects that are not
 * saved yet.
 */
export function treeOf(
  context: CommandContext,
  project: PackageFolder,
  packages: ReadonlyMap<string, LockEntry>,
  changed: readonly PackageFolder[] = [],
): TreeNode {
  const { manifest } = project;
  const spaces = [...workspacesOf(context, project)].map(([name, path]): Edge => ({
    name,
    range: `file:${relative(project.path, path)}`,
    kind: 'prod',
    isSpace: true,
  }));
  const edges = edgesOf(manifest);
  const own = spaces.filter(({ name }) => !edges.some((edge) => edge.name === name));
  const root = new TreeNode('', { version: manifest.version ?? '' }, [...edges, ...own], undefined);
  const folders = new Map([['', root]]);
  link(root, spaces);
  for (const [path, entry] of [...packages].sort(([a], [b]) => a.split('/').length - b.split('/').length)) {
    const [folder = '', ...names] = path.split(/(?:^|\/)node_modules\//);
    const name = names.pop();
    if (name === undefined || entry.link === true) continue;
    const parent = names.reduce<TreeNode | undefined>((at, one) => at?.children.get(one), folders.get(folder));
    const { dev: _dev, optional: _optional, devOptional: _devOptional, peer: _peer, ...about } = entry;
    if (!parent?.children.get(name)?.folder) parent?.add(name, about);
  }
  return root;

  /** Adds the folders that a package refers to, and those that they refer to. */
  function link(node: TreeNode, more: readonly Edge[] = []): void {
    for (const { name, range } of [...more, ...node.edges]) {
      const path = localFolder(context, `${project.path}/${node.path}`, range);
      if (path === undefined || root.children.has(name)) continue;
      const { content } = changed.find((one) => one.path === path) ?? new PackageFolder(context, path);
      const { version = '', ...about } = projectEntry(content);
      const folder = relative(project.path, path);
      const named = typeof content.name === 'string' && content.name !== name ? { name: content.name } : {};
      const added = root.add(name, entryOf({ ...named, ...about, version }, folder), folder);
      folders.set(folder, added);
      link(added);
    }
  }
}

/** Flags for packages that are needed only for development, as optional or as peer dependencies. */
function flagsOf(root: TreeNode): (node: TreeNode) => Record<string, true> {
  const without = (...kinds: string[]) => reached(root, ({ kind }) => !kinds.includes(kind));
  const [noDev, noOptional, noPeer, neither] = [
    without('dev'),
    without('optional'),
    without('peer'),
    without('dev', 'optional'),
  ];
  return (node) => {
    const dev = !noDev.has(node);
    const optional = !noOptional.has(node);
    return {
      ...(dev && { dev: true }),
      ...(optional && { optional: true }),
      ...(!dev && !optional && !neither.has(node) && { devOptional: true }),
      ...(!noPeer.has(node) && { peer: true }),
    };
  };
}

/** The entries of a lock file by folder, in npm's order. */
export function entriesOf(root: TreeNode): Map<string, LockEntry> {
  const flags = flagsOf(root);
  const nodes = [...root.all()].filter(({ parent }) => parent !== undefined);
  return new Map(
    nodes
      .flatMap((node): [string, LockEntry][] => {
        const { folder, name, place, entry } = node;
        if (folder === undefined) return [[place, { ...entry, ...flags(node) }]];
        const { name: own = name, ...about } = entry;
        const isNamed = `/${folder}`.endsWith(`/${own}`);
        return [
          [place, { version: '', resolved: folder, link: true }],
          [folder, { ...(!isNamed && { name: own }), ...about, ...flags(node) }],
        ];
      })
      .sort(([a], [b]) => a.localeCompare(b, 'en')),
  );
}

const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];
const PROJECT_FIELDS =
  'version license bin engines os cpu funding workspaces dependencies devDependencies optionalDependencies peerDependencies peerDependenciesMeta'.split(
    ' ',
  );

/** The text of the lock file of the `whole` project in a version, or else of the one in `node_modules`. */
export function lockText(
  project: PackageFolder,
  entries: ReadonlyMap<string, LockEntry>,
  whole?: { root: TreeNode; version: number },
): string {
  const { name: own, version } = project.manifest;
  const name = own ?? project.path.slice(project.path.lastIndexOf('/') + 1);
  const known = [...entries].map(([path, { version: its, ...entry }]) => [
    path,
    { ...(its && { version: its }), ...entry },
  ]);
  const packages = {
    ...(whole && { '': { ...(own !== undefined && { name: own }), ...projectEntry(project.content) } }),
    ...Object.fromEntries(known),
  };
  const { version: lockfileVersion, root } = whole ?? { version: 3, root: undefined };
  const dependencies = root && lockfileVersion < 3 ? legacyDependencies(root, entries) : undefined;
  const lock = {
    name,
    ...(version !== undefined && { version }),
    lockfileVersion,
    requires: true,
    ...(lockfileVersion > 1 && { packages }),
    ...(dependencies && { dependencies }),
  };
  return `${JSON.stringify(inOrder(lock), null, project.indent || 2)}\n`;
}

/** What a lock file says of a package that is a folder, apart from its name. */
function projectEntry(content: PackageJson): PackageJson {
  const found: PackageJson = {};
  for (const field of PROJECT_FIELDS) {
    const value = content[field];
    const isEmpty = !value || (typeof value === 'object' && Object.keys(value).length === 0);
    if (!isEmpty && value !== undefined) found[field] = value;
  }
  const { scripts, name, bin } = ManifestSchema.parse(content);
  if (found.funding) found.funding = withAddress(found.funding);
  if (INSTALL_SCRIPTS.some((event) => event in scripts)) found.hasInstallScript = true;
  return bin === undefined ? found : { ...found, bin: programsOf(bin, name) };
}

const FIRST = ['name', 'version', 'lockfileVersion', 'resolved', 'integrity', 'requires', 'packages', 'dependencies'];

/** Keys in npm's order: preferred ones first, then by name, objects last. */
function inOrder(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const holds = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
  const rank = (key: string) => (FIRST.includes(key) ? FIRST.indexOf(key) : FIRST.length);
  const sorted = Object.entries(value).sort(
    ([a, one], [b, other]) =>
      Number(holds(one)) - Number(holds(other)) || rank(a) - rank(b) || a.localeCompare(b, 'en'),
  );
  return Object.fromEntries(sorted.map(([key, one]) => [key, inOrder(one)]));
}
