import * as z from 'zod';
import { parseJson } from '@/lib/protocol/text';
import { NpmError } from '../npm-error';
import { ManifestSchema, type Content, type Project } from '../project';
import { EntrySchema, type Entry } from './entry';
import { reached } from './place';
import { edgesOf, TreeNode } from './tree';

const LockSchema = z.looseObject({
  lockfileVersion: z.number().optional(),
  packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })).default({}),
});

/** Where npm records what is in `node_modules`. */
export const HIDDEN_LOCK = 'node_modules/.package-lock.json';

/** The packages of a lock file by folder, without the project; undefined if there is no file. Throws `NpmError`. */
export function readLock(project: Project, name: string): Map<string, Entry> | undefined {
  const text = project.textOf(name);
  if (text === undefined) return undefined;
  const lock = parseJson(LockSchema, text);
  if (!lock.ok) throw new NpmError(`Invalid ${name}: ${lock.reason}`, { code: 'EJSONPARSE' });
  const found = new Map<string, Entry>();
  for (const [path, raw] of Object.entries(lock.value.packages)) {
    if (path === '') continue;
    const entry = EntrySchema.safeParse(raw);
    if (!entry.success || !path.startsWith('node_modules/'))
      throw new NpmError(
        `${name} has ${path}, which is no package of a registry: workspaces and links are not installed here.`,
        {
          code: 'EUNSUPPORTED',
        },
      );
    found.set(path, entry.data);
  }
  return found;
}

/** The tree of a project and the packages of its lock file. */
export function treeOf(project: Project, packages: ReadonlyMap<string, Entry>): TreeNode {
  const { manifest } = project;
  const root = new TreeNode('', { version: manifest.version ?? '' }, edgesOf(manifest), undefined);
  for (const [path, entry] of [...packages].sort(([a], [b]) => a.split('/').length - b.split('/').length)) {
    const names = path.split(/(?:^|\/)node_modules\//).slice(1);
    const name = names.pop() ?? '';
    const parent = names.reduce<TreeNode | undefined>((at, one) => at?.children.get(one), root);
    const { dev: _dev, optional: _optional, devOptional: _devOptional, peer: _peer, ...about } = entry;
    parent?.add(name, about);
  }
  return root;
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
export function entriesOf(root: TreeNode): Map<string, Entry> {
  const flags = flagsOf(root);
  const nodes = [...root.all()].filter(({ parent }) => parent !== undefined);
  return new Map(
    nodes
      .map((node): [string, Entry] => [node.path, { ...node.entry, ...flags(node) }])
      .sort(([a], [b]) => a.localeCompare(b, 'en')),
  );
}

const INSTALL_SCRIPTS = ['preinstall', 'install', 'postinstall'];
const ROOT_FIELDS =
  'name version license bin engines os cpu funding workspaces dependencies devDependencies optionalDependencies peerDependencies peerDependenciesMeta'.split(
    ' ',
  );

/** The text of `package-lock.json`, or, without the project, of the lock file in `node_modules`. */
export function lockText(project: Project, entries: ReadonlyMap<string, Entry>, withProject: boolean): string {
  const { name = project.path.slice(project.path.lastIndexOf('/') + 1), version } = project.manifest;
  const packages = { ...(withProject && { '': rootEntry(project.content, name) }), ...Object.fromEntries(entries) };
  const lock = { name, ...(version !== undefined && { version }), lockfileVersion: 3, requires: true, packages };
  return `${JSON.stringify(inOrder(lock), null, project.indent || 2)}\n`;
}

function rootEntry(content: Content, name: string): Content {
  const found: Content = { name };
  for (const field of ROOT_FIELDS) {
    const value = content[field];
    const isEmpty = !value || (typeof value === 'object' && Object.keys(value).length === 0);
    if (!isEmpty && value !== undefined) found[field] = value;
  }
  const { scripts } = ManifestSchema.parse(content);
  if (INSTALL_SCRIPTS.some((event) => event in scripts)) found.hasInstallScript = true;
  return typeof found.bin === 'string' ? { ...found, bin: { [name.replace(/^@[^/]+\//, '')]: found.bin } } : found;
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
