import type { Npm, NpmCommand } from './npm';
import { installedTree } from './installed-tree';
import { entriesOf } from './install/lock-file';
import { allows, type Edge, type TreeNode } from './install/tree';
import { NpmError } from './npm-error';
import type { PackageFolder } from './project';

/** What is told of a package beside its name. */
const FLAGS = ['dev', 'optional', 'peer'] as const;

/** A package, and those that need it. */
interface Explanation {
  name?: string;
  version?: string;
  location: string;
  isWorkspace?: boolean;
  dependents?: { type: Edge['kind']; name: string; spec: string; from: Explanation }[];
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
  const found = new Set(
    args.flatMap((word) => all.filter((node) => node !== root && isMeant(npm, project, node, word))),
  );
  if (found.size === 0) throw new NpmError(`No dependencies found matching ${args.join(', ')}`);
  const explained = [...found].map((node) => {
    const about = entries.get(node.path);
    const is = (flag: string) => about?.[flag] === true;
    const flags = { dev: is('dev'), optional: is('optional'), devOptional: is('devOptional'), peer: is('peer') };
    return { ...explanationOf(project, all, node, []), ...flags, bundled: false, overridden: false };
  });
  if (config.has('json')) npm.say(JSON.stringify(explained, null, 2));
  else
    npm.say(
      explained
        .map((one) =>
          textOf(
            one,
            FLAGS.filter((flag) => one[flag]),
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

/** `above`: the packages that this one is an explanation of, which are not explained again. */
function explanationOf(
  project: PackageFolder,
  all: readonly TreeNode[],
  node: TreeNode,
  above: readonly TreeNode[],
): Explanation {
  if (!node.parent) return { location: project.path };
  const { name, path, entry } = node;
  const about = { name, version: entry.version, location: path };
  if (above.includes(node)) return about;
  const dependents = all.flatMap((from) =>
    from.edges
      .filter((edge) => edge.name === name && from.resolve(edge) === node)
      .map(({ kind, range }) => ({
        type: kind,
        name,
        spec: range,
        from: explanationOf(project, all, from, [...above, node]),
      })),
  );
  return { ...about, isWorkspace: false, dependents };
}

const indented = (lines: readonly string[]): string =>
  lines.map((line) => `\n${line}`.replaceAll('\n', '\n  ')).join('');

function textOf({ name, version, location, dependents = [] }: Explanation, flags: readonly string[] = []): string {
  if (name === undefined) return 'the root project';
  const lines = dependents.map(
    (one) => `${one.type === 'prod' ? '' : `${one.type} `}${one.name}@"${one.spec}" from ${textOf(one.from)}`,
  );
  return `${[`${name}@${version}`, ...flags].join(' ')}\n${location}${indented(lines)}`;
}
