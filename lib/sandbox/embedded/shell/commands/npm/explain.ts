import type { Npm, NpmCommand } from './npm';
import { installedTree } from './installed-tree';
import { entriesOf } from './install/lock-file';
import { reached } from './install/place';
import { allows, type Edge, type TreeNode } from './install/tree';
import { relative } from '../files/paths';
import { workspacesOf } from './workspaces';
import { NpmError } from './npm-error';
import type { PackageFolder } from './project';

/** What is told of a package beside its name. */
const FLAGS = ['extraneous', 'dev', 'optional', 'peer'] as const;

/** A package, and those that need it. */
interface Explanation {
  name?: string;
  version?: string;
  location: string;
  isWorkspace?: boolean;
  dependents?: { type: Edge['kind'] | 'workspace'; name: string; spec: string; from: Explanation }[];
  /** The links to a folder, as `node_modules` has them. */
  linksIn?: Explanation[];
}

/** `npm explain`: why packages are installed. */
export const npmExplain: NpmCommand = (npm) => {
  const { args, config } = npm;
  if (args.length === 0)
    throw new NpmError('Explain installed packages\n\nUsage:\nnpm explain <package-spec>', { code: 'EUSAGE' });
  const project = npm.project();
  const root = installedTree(npm, project);
  const entries = entriesOf(root);
  const all = [...root.all()].sort((a, b) => a.path.localeCompare(b.path, 'en'));
  const needed = reached(root, () => true);
  const known: Known = { project, all, spaces: new Set(workspacesOf(npm.context, project).values()) };
  const found = new Set(
    args.flatMap((word) => all.filter((node) => node !== root && isMeant(npm, project, node, word))),
  );
  if (found.size === 0) throw new NpmError(`No dependencies found matching ${args.join(', ')}`);
  const explained = [...found].flatMap((node) => {
    const about = entries.get(node.path);
    const is = (flag: string) => about?.[flag] === true;
    const kinds = { dev: is('dev'), optional: is('optional'), devOptional: is('devOptional'), peer: is('peer') };
    const flags = needed.has(node) ? { ...kinds, bundled: false, overridden: false } : { extraneous: true };
    // A folder is explained by the links to it, and so is each link.
    const both = [explanationOf(known, node, []), ...(node.folder === undefined ? [] : [linkTo(known, node, [])])];
    return both.map((one) => ({ ...one, ...flags }));
  });
  if (config.has('json')) npm.say(JSON.stringify(explained, null, 2));
  else
    npm.say(
      explained
        .map((one) =>
          textOf(
            one,
            FLAGS.filter((flag) => Object.entries(one).some(([key, value]) => key === flag && value === true)),
          ),
        )
        .join('\n\n'),
    );
  return 0;
};

/** Whether a word means a package: by its name, its folder, or its name and a range. */
function isMeant({ context }: Npm, project: PackageFolder, node: TreeNode, word: string): boolean {
  const [, name = word, range] = /^(.+)@([^/]*)$/.exec(word) ?? [];
  const isThere = `${project.path}/${node.path}` === context.path(word.replace(/\/+$/, '')) || node.path === word;
  return isThere || (node.name === name && (range === undefined || allows(range, node.entry.version)));
}

/** The project, its packages, and the folders of its workspaces. */
interface Known {
  readonly project: PackageFolder;
  readonly all: readonly TreeNode[];
  readonly spaces: ReadonlySet<string>;
}

const isSpace = ({ project, spaces }: Known, { folder }: TreeNode): boolean =>
  folder !== undefined && spaces.has(`${project.path}/${folder}`);

/** `above`: the packages that this one is an explanation of, which are not explained again. */
function explanationOf(known: Known, node: TreeNode, above: readonly TreeNode[]): Explanation {
  if (!node.parent) return { location: known.project.path };
  const { name, path, entry } = node;
  const about = { name, version: entry.version, location: path };
  if (above.includes(node)) return about;
  const isWorkspace = isSpace(known, node);
  if (node.folder !== undefined)
    return { ...about, isWorkspace, dependents: [], linksIn: [linkTo(known, node, [...above, node])] };
  return { ...about, isWorkspace, dependents: dependentsOf(known, node, [...above, node]) };
}

const linkTo = (known: Known, node: TreeNode, above: readonly TreeNode[]): Explanation => ({
  name: node.name,
  version: node.entry.version,
  location: node.place,
  isWorkspace: isSpace(known, node),
  dependents: dependentsOf(known, node, above),
});

/** What needs a package; that it is a workspace comes last. */
function dependentsOf(
  known: Known,
  node: TreeNode,
  above: readonly TreeNode[],
): NonNullable<Explanation['dependents']> {
  const { project, all } = known;
  const found = all.flatMap((from) =>
    from.edges
      .filter((edge) => edge.name === node.name && from.resolve(edge) === node)
      .map(({ kind, name, range }) => {
        const isOwn = !from.parent && isSpace(known, node);
        const spec = isOwn ? `file:${project.path}/${node.folder}` : range;
        return { type: isOwn ? ('workspace' as const) : kind, name, spec, from: explanationOf(known, from, above) };
      }),
  );
  return found.sort((a, b) => Number(a.type === 'workspace') - Number(b.type === 'workspace'));
}

const indented = (lines: readonly string[]): string =>
  lines.map((line) => `\n${line}`.replaceAll('\n', '\n  ')).join('');

function textOf(one: Explanation, flags: readonly string[] = []): string {
  const { name, version, location, dependents = [], linksIn = [] } = one;
  if (name === undefined) return 'the root project';
  const lines = dependents.map(({ type, name: its, spec, from }) => {
    const said = type === 'workspace' ? relative(from.location, spec.slice('file:'.length)) : `${its}@"${spec}"`;
    return `${type === 'prod' ? '' : `${type} `}${said} from ${textOf(from)}`;
  });
  const title = [`${name}@${version}`, ...flags].join(' ');
  return `${title}\n${location}${indented([...lines, ...linksIn.map((link) => textOf(link))])}`;
}
