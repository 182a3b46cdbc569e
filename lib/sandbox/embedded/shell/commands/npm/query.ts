import picomatch from 'picomatch';
import * as semver from 'semver';
import { resolveFrom } from '../../../../paths';
import { installedTree } from './installed-tree';
import { entriesOf } from './install/lock-file';
import { reached } from './install/place';
import { allows, EDGE_KINDS, type Edge, type TreeNode } from './install/tree';
import { programsOf } from './install/local';
import type { Npm, NpmCommand } from './npm';
import { NpmError } from './npm-error';
import { ManifestSchema, PackageFolder, type PackageJson } from './project';
import { selectorsOf, type Condition, type SelectorStep } from './selector';
import { workspacesOf } from './workspaces';

/** An installed package, as selectors see it. */
interface Item {
  readonly node: TreeNode;
  readonly content: PackageJson;
  readonly flags: Readonly<Record<string, unknown>>;
  readonly isWorkspace: boolean;
  readonly isExtraneous: boolean;
  /** What needs it. */
  readonly edgesIn: readonly { edge: Edge; from: TreeNode }[];
}

/** `npm query`: the installed packages that a selector means, with their `package.json`. */
export const query: NpmCommand = (npm) => {
  const [selector] = npm.args;
  // What goes wrong is told as JSON, too.
  npm.config.given.set('json', ['true']);
  if (selector === undefined) throw new NpmError('Usage:\nnpm query <selector>', { code: 'EUSAGE' });
  const project = npm.project();
  const items = itemsOf(npm, project);
  const found = select(items, items, selectorsOf(selector), project.path);
  const sorted = found.toSorted((a, b) => firstPlace(a.node).localeCompare(firstPlace(b.node), 'en'));
  npm.say(
    JSON.stringify(
      sorted.map((item) => told(item, project.path)),
      null,
      2,
    ),
  );
  return 0;
};

const firstPlace = ({ path, place }: TreeNode): string => (path.localeCompare(place, 'en') < 0 ? path : place);

function itemsOf(npm: Npm, project: PackageFolder): Item[] {
  const root = installedTree(npm, project);
  const entries = entriesOf(root);
  const needed = reached(root, () => true);
  const spaces = new Set(workspacesOf(npm.context, project).values());
  const all = [...root.all()];
  return all.map((node) => ({
    node,
    content:
      node === root ? project.content : PackageFolder.orEmpty(npm.context, `${project.path}/${node.path}`).content,
    flags: { ...entries.get(node.path) },
    isWorkspace: node.folder !== undefined && spaces.has(`${project.path}/${node.folder}`),
    isExtraneous: !needed.has(node),
    edgesIn: all.flatMap((from) =>
      from.edges
        .filter((edge) => from.resolve(edge) === node && edge.name === node.name)
        .map((edge) => ({ edge, from })),
    ),
  }));
}

/** What npm tells of a package. A folder is needed by its link, not by what needs that. */
function told({ node, content, flags, edgesIn }: Item, top: string): object {
  const { bin, name, version } = ManifestSchema.parse(content);
  const own = (node.folder === undefined ? node.name : node.folder.slice(node.folder.lastIndexOf('/') + 1)) || name;
  const path = node.path === '' ? top : `${top}/${node.path}`;
  return {
    ...content,
    _id: `${name ?? ''}@${version ?? ''}`,
    ...(bin !== undefined && { bin: programsOf(bin, name) }),
    pkgid: `${own === name ? own : `${own}@npm:${name}`}@${version ?? ''}`,
    location: node.path,
    path: resolveFrom('/', path),
    realpath: resolveFrom('/', path),
    resolved: node.folder === undefined ? (node.entry.resolved ?? null) : null,
    from: node.folder === undefined ? edgesIn.map(({ from }) => from.path) : [],
    to: node.edges.toSorted((a, b) => rankOf(a) - rankOf(b)).flatMap((edge) => node.resolve(edge)?.place ?? []),
    dev: flags.dev === true,
    inBundle: false,
    deduped: false,
    overridden: false,
    queryContext: {},
  };
}

/** npm has a project's workspaces before all else that it needs. */
const rankOf = ({ kind, isSpace }: Edge): number => (isSpace === true ? -1 : EDGE_KINDS.indexOf(kind));

/** The items that a list of selectors means, of those to begin with. */
function select(
  all: readonly Item[],
  start: readonly Item[],
  selectors: readonly SelectorStep[][],
  top: string,
): Item[] {
  const lists = selectors.map((steps) =>
    steps.reduce<readonly Item[]>((before, { combinator, conditions }) => {
      const base = combinator === undefined ? start : all.filter((item) => isBelow(item, before, combinator));
      return base.filter((item) => conditions.every((one) => meets(item, one, all, top)));
    }, start),
  );
  const found = new Set(lists.flat());
  return all.filter((item) => found.has(item));
}

function isBelow(item: Item, before: readonly Item[], combinator: SelectorStep['combinator']): boolean {
  const nodes = new Set(before.map(({ node }) => node));
  if (combinator === '>') return item.edgesIn.some(({ from }) => nodes.has(from));
  const parents = new Set(before.flatMap(({ edgesIn }) => edgesIn.map(({ from }) => from)));
  if (combinator === '~') return !before.includes(item) && item.edgesIn.some(({ from }) => parents.has(from));
  const below = new Set([...nodes].flatMap((node) => [...reached(node, () => true)].filter((one) => one !== node)));
  return below.has(item.node);
}

const isType = (item: Item, type: string): boolean =>
  item.flags[type] === true || item.edgesIn.some(({ edge }) => edge.kind === type);

const CLASSES: Readonly<Record<string, (item: Item) => boolean>> = {
  prod: ({ flags }) => flags.dev !== true,
  dev: (item) => isType(item, 'dev'),
  optional: (item) => isType(item, 'optional'),
  peer: (item) => isType(item, 'peer'),
  workspace: ({ isWorkspace }) => isWorkspace,
  bundled: () => false,
};

const PSEUDOS: Readonly<Record<string, (item: Item, inside: string, all: readonly Item[], top: string) => boolean>> = {
  deduped: ({ edgesIn }) => edgesIn.length > 1,
  empty: ({ node }) => node.edges.length === 0,
  extraneous: ({ isExtraneous }) => isExtraneous,
  has: (item, inside, all, top) => select(all, [item], selectorsOf(inside), top).length > 0,
  invalid: ({ node, edgesIn }) => edgesIn.some(({ edge }) => !allows(edge.range, node.entry.version)),
  is: (item, inside, all, top) => select(all, [item], selectorsOf(inside), top).length > 0,
  link: ({ node }) => node.folder !== undefined,
  not: (item, inside, all, top) => select(all, [item], selectorsOf(inside), top).length === 0,
  overridden: () => false,
  path: ({ node }, inside, _all, top) => picomatch(resolveFrom(top, inside))(resolveFrom(top, node.path)),
  private: ({ content }) => content.private === true,
  root: ({ node }) => !node.parent,
  scope: ({ node }) => !node.parent,
  semver: ({ node }, inside) => semver.satisfies(node.entry.version, inside.split(',')[0] ?? ''),
};

function meets(
  item: Item,
  { kind, name, inside = '', ...wanted }: Condition,
  all: readonly Item[],
  top: string,
): boolean {
  if (kind === 'any') return true;
  if (kind === 'id') return item.node.name === name || item.content.name === name;
  if (kind === 'attribute') return isLike(Object(item.content)[name], wanted);
  const test = kind === 'class' ? CLASSES[name] : PSEUDOS[name];
  if (test) return test(item, inside, all, top);
  if (kind === 'class')
    throw new NpmError(`\`.${name}\` is not a supported dependency type.`, { code: 'EQUERYNODEPTYPE' });
  throw new NpmError(`\`:${name}\` is not a supported pseudo selector.`, { code: 'EQUERYNOPSEUDO' });
}

function isLike(
  given: unknown,
  { operator, value = '', ignoresCase = false }: Omit<Condition, 'kind' | 'name'>,
): boolean {
  if (operator === undefined) return Boolean(given);
  if (Array.isArray(given)) return given.some((one) => isLike(one, { operator, value, ignoresCase }));
  if (typeof given !== 'string' && typeof given !== 'number') return false;
  const [text, wanted] = [String(given), value].map((one) => (ignoresCase ? one.toLowerCase() : one));
  if (text === undefined || wanted === undefined) return false;
  switch (operator) {
    case '~=':
      return (text.match(/\w+/g) ?? []).some((word) => word === wanted);
    case '*=':
      return text.includes(wanted);
    case '|=':
      return text.startsWith(`${wanted}-`);
    case '^=':
      return text.startsWith(wanted);
    case '$=':
      return text.endsWith(wanted);
    default:
      return text === wanted;
  }
}
