import type { Npm, NpmCommand } from './npm';
import { HIDDEN_LOCK, readLock, treeOf } from './install/lock-file';
import { allows, type TreeNode } from './install/tree';
import type { Project } from './project';

interface Line {
  readonly name: string;
  readonly text: string;
  /** The package to list below this line; undefined if it is listed elsewhere. */
  readonly node: TreeNode | undefined;
  below: Line[];
}

/** `npm ls`: lists packages that are installed, missing or extraneous. */
export const ls: NpmCommand = (npm) => {
  const project = npm.project();
  const root = treeOf(project, readLock(project, HIDDEN_LOCK) ?? new Map());
  const { config } = npm;
  const depth = config.has('all') || npm.args.length > 0 ? Infinity : Number(config.get('depth') ?? 0);
  const problems: string[] = [];
  const seen = new Set([root]);
  const top: Line = { name: '', text: '', node: root, below: [] };
  let level = [top];
  for (let at = 0; at <= depth && level.length > 0; at += 1) {
    for (const line of level) if (line.node) line.below = linesBelow(project, line.node, seen, problems);
    level = level.flatMap(({ below }) => below);
  }
  const below = npm.args.length === 0 ? top.below : onlyNamed(top.below, npm.args);
  const title = project.id || project.manifest.name;
  npm.say(`${title === undefined ? '' : `${title} `}${project.path}`);
  if (below.length === 0) npm.say('└── (empty)');
  print(npm, below, '');
  npm.say('');
  if (problems.length === 0) return npm.args.length > 0 && below.length === 0 ? 1 : 0;
  const text = ['code ELSPROBLEMS', ...problems].map((line) => `npm error ${line}\n`).join('');
  if (!config.silent) npm.context.err.write(text);
  return 1;
};

/** The dependencies of a package, one per line. A package seen before is not expanded again. */
function linesBelow(project: Project, node: TreeNode, seen: Set<TreeNode>, problems: string[]): Line[] {
  const who = node.name === '' ? project.id : `${node.name}@${node.entry.version}`;
  return node.edges.map(({ name, range, kind }): Line => {
    const met = node.resolve({ name, kind });
    if (!met) {
      if (kind !== 'optional') problems.push(`missing: ${name}@${range}, required by ${who}`);
      return {
        name,
        text: `UNMET ${kind === 'optional' ? 'OPTIONAL ' : ''}DEPENDENCY ${name}@${range}`,
        node: undefined,
        below: [],
      };
    }
    const id = `${met.name}@${met.entry.version}`;
    const isInvalid = !allows(range, met.entry.version);
    if (isInvalid) problems.push(`invalid: ${id} ${project.path}/${met.path}`);
    const isSeen = seen.has(met);
    seen.add(met);
    const notes = [
      isSeen && ' deduped',
      isInvalid && ` invalid: "${range}" from ${node.name === '' ? 'the root project' : node.path}`,
    ];
    return { name, text: `${id}${notes.filter(Boolean).join('')}`, node: isSeen ? undefined : met, below: [] };
  });
}

/** Only the lines of the named packages, and those above them. */
const onlyNamed = (lines: readonly Line[], names: readonly string[]): Line[] =>
  lines
    .map((line) => ({ ...line, below: onlyNamed(line.below, names) }))
    .filter(({ name, below }) => names.includes(name) || below.length > 0);

function print(npm: Npm, lines: readonly Line[], before: string): void {
  for (const [at, { text, below }] of lines.entries()) {
    const isLast = at === lines.length - 1;
    npm.say(`${before}${isLast ? '└' : '├'}─${below.length > 0 ? '┬' : '─'} ${text}`);
    print(npm, below, `${before}${isLast ? '  ' : '│ '}`);
  }
}
