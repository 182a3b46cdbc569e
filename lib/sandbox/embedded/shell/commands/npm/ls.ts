import { resolveFrom } from '../../../../paths';
import { relative } from '../files/paths';
import type { Npm, NpmCommand } from './npm';
import { installedTree } from './installed-tree';
import { globalProject } from './install/global';
import { reached } from './install/place';
import { aliasOf, allows, type Edge, type TreeNode } from './install/tree';
import { PackageFolder } from './project';
import { treeText, type DrawnTree } from './tree-text';
import { workspacesOf } from './workspaces';

interface Line {
  readonly name: string;
  readonly text: string;
  /** The package to list below this line; undefined if it is listed elsewhere. */
  readonly node: TreeNode | undefined;
  /** Where the package is, if it is. */
  readonly folder: string | undefined;
  /** Where programs find it: the folder, or the link to it. */
  readonly place?: string;
  /** What `--json` says of it. */
  readonly facts: object;
  readonly problem?: string | undefined;
  below: Line[];
}

/** `npm ls`: lists packages that are installed, missing or extraneous. */
export const npmLs: NpmCommand = (npm) => {
  const { config, context } = npm;
  const project = npm.isGlobal ? globalProject(npm) : PackageFolder.orEmpty(context, npm.prefix);
  const root = installedTree(npm, project);
  const spaces = new Set(workspacesOf(context, project).values());
  const isSpace = ({ node }: Line) => node?.folder !== undefined && spaces.has(`${project.path}/${node.folder}`);
  const chosen = npm.chosenWorkspaces();
  // The project itself among them stands for what it needs beside its workspaces.
  const isChosen = (edge: Edge) => {
    const folder = `${project.path}/${root.resolve(edge)?.folder}`;
    return chosen.length === 0 || chosen.includes(spaces.has(folder) ? folder : project.path);
  };
  const depth = config.has('all') || npm.args.length > 0 ? Infinity : Number(config.get('depth') ?? 0);
  const found = new Set<string>();
  const seen = new Set([root]);
  const top: Line = { name: '', text: '', node: root, folder: project.path, facts: {}, below: [] };
  // What a workspace needs is shown as if it were the project's own.
  let level = [{ line: top, at: 0 }];
  while (level.length > 0) {
    const shown = level.filter(({ at }) => at <= depth);
    for (const { line } of shown) {
      const edges = line.node?.edges.filter((edge) => line !== top || isChosen(edge)) ?? [];
      if (line.node) line.below = linesBelow(npm, project, { node: line.node, edges, seen });
      if (line === top) top.below.push(...extraneousIn(npm, project, root));
      line.below.sort(byId);
    }
    level = shown.flatMap(({ line, at }) => line.below.map((one) => ({ line: one, at: isSpace(one) ? 0 : at + 1 })));
    for (const { line } of level) if (line.problem !== undefined) found.add(line.problem);
  }
  const problems = [...found];
  const below = npm.args.length === 0 ? top.below : onlyNamed(top.below, npm.args);
  const { name, version } = project.manifest;
  const isFaulty = npm.args.length === 0 && problems.some((problem) => !problem.startsWith('extraneous:'));
  if (config.has('json')) {
    const about = { ...(version !== undefined && { version }), ...(name !== undefined && { name }) };
    const error = { code: 'ELSPROBLEMS', summary: problems.join('\n'), detail: '' };
    npm.say(
      JSON.stringify(
        { ...about, ...(problems.length > 0 && { problems }), ...jsonBelow(below), ...(isFaulty && { error }) },
        null,
        2,
      ),
    );
  } else if (config.has('parseable')) {
    for (const path of new Set([...(npm.args.length > 0 ? [] : [project.path]), ...placesOf(below)])) npm.say(path);
  } else {
    const isLong = config.has('long');
    const id = name === undefined ? '' : `${name}@${version ?? ''}${isLong ? '\n' : ' '}`;
    const about = isLong ? `\n${describedAs(project)}` : '';
    const nodes = below.length === 0 ? [{ label: '(empty)', nodes: [] }] : below.map((line) => branchOf(npm, line));
    npm.say(treeText({ label: `${id}${project.path}${about}`, nodes }));
  }
  if (npm.args.length > 0) return below.length === 0 ? 1 : 0;
  if (!isFaulty) return 0;
  const text = ['code ELSPROBLEMS', ...problems].map((line) => `npm error ${line}\n`).join('');
  if (!config.silent) context.err.write(text);
  return 1;
};

const idOf = ({ text }: Line): string => text.replace(/^UNMET (?:OPTIONAL )?DEPENDENCY /, '');
const byId = (a: Line, b: Line): number => idOf(a).localeCompare(idOf(b), 'en');

/** The packages that nothing asks for. */
function extraneousIn(npm: Npm, project: PackageFolder, root: TreeNode): Line[] {
  const needed = reached(root, () => true);
  return [...root.children.values()]
    .filter((node) => !needed.has(node))
    .map(({ name, path, entry: { version } }): Line => {
      const folder = `${project.path}/${path}`;
      const problem = `extraneous: ${name}@${version} ${folder}`;
      const facts = { version, overridden: false, extraneous: true, problems: [problem] };
      return {
        name,
        text: `${name}@${version} extraneous${linkedTo(npm, project, path)}`,
        node: undefined,
        folder,
        facts,
        problem,
        below: [],
      };
    });
}

/** Where a link leads that npm has not noted. */
function linkedTo({ context: { sys } }: Npm, project: PackageFolder, path: string): string {
  const place = `${project.path}/${path}`;
  const real = sys.realpath(place);
  return real === place ? '' : ` -> ./${relative(project.path, real)}`;
}

/** Where the packages are, those nearest to the project first. */
function placesOf(lines: readonly Line[]): string[] {
  if (lines.length === 0) return [];
  const places = lines.flatMap(({ folder, place = folder }) => place ?? []);
  return [...places, ...placesOf(lines.flatMap(({ below }) => below))];
}

function jsonBelow(lines: readonly Line[]): object {
  const found = lines.map(({ name, facts, below }) => [name, { ...facts, ...jsonBelow(below) }]);
  return lines.length > 0 ? { dependencies: Object.fromEntries(found) } : {};
}

/** The dependencies of a package, one per line. A package seen before is not expanded again. */
function linesBelow(
  npm: Npm,
  project: PackageFolder,
  { node, edges: all, seen }: { node: TreeNode; edges: readonly Edge[]; seen: Set<TreeNode> },
): Line[] {
  const { context } = npm;
  const omitted = npm.omitted();
  const who = node.name === '' ? project.id : `${node.name}@${node.entry.version}`;
  const edges = all.filter(({ kind }) => !omitted.has(kind));
  return edges.map(({ name, range, kind }): Line => {
    const met = node.resolve({ name, kind });
    const isThere = met && context.sys.exists(`${project.path}/${met.place}/package.json`);
    if (!isThere) {
      const problem = kind === 'optional' ? undefined : `missing: ${name}@${range}, required by ${who}`;
      return {
        name,
        text: `UNMET ${kind === 'optional' ? 'OPTIONAL ' : ''}DEPENDENCY ${name}@${range}`,
        node: undefined,
        folder: undefined,
        facts: {
          required: range,
          missing: true,
          ...(problem !== undefined && { problems: [problem] }),
        },
        problem,
        below: [],
      };
    }
    const alias = aliasOf(range)?.name ?? (met.folder === undefined ? undefined : met.entry.name);
    const id = `${met.name}@${alias === undefined ? '' : `npm:${alias}@`}${met.entry.version}`;
    const isInvalid = !allows(range, met.entry.version);
    const problem = isInvalid ? `invalid: ${id} ${project.path}/${met.place}` : undefined;
    const needed = `"${range}" from ${node.name === '' ? 'the root project' : node.path}`;
    const isSeen = seen.has(met);
    seen.add(met);
    const { folder } = met;
    const notes = [isSeen && ' deduped', isInvalid && ` invalid: ${needed}`, folder !== undefined && ` -> ./${folder}`];
    const up = '../'.repeat(met.place.split('/').length - 1);
    const { version } = met.entry;
    const resolved =
      folder === undefined
        ? met.entry.resolved?.replace(/^file:(.*)/, (_whole, path: string) => `file:${resolveFrom(project.path, path)}`)
        : `file:${up}${folder}`;
    return {
      name,
      text: `${id}${notes.filter(Boolean).join('')}`,
      node: isSeen ? undefined : met,
      folder: resolveFrom(project.path, met.path),
      place: resolveFrom(project.path, met.place),
      facts: {
        version,
        ...(!isSeen && { ...(resolved !== undefined && { resolved }), overridden: false }),
        ...(problem !== undefined && { invalid: needed, problems: [problem] }),
      },
      problem,
      below: [],
    };
  });
}

/** Only the lines of the named packages, and those above them. */
const onlyNamed = (lines: readonly Line[], names: readonly string[]): Line[] =>
  lines
    .map((line) => ({ ...line, below: onlyNamed(line.below, names) }))
    .filter(({ name, folder, below }) => (folder !== undefined && names.includes(name)) || below.length > 0);

const describedAs = ({ content: { description } }: PackageFolder): string =>
  typeof description === 'string' ? description : '';

function branchOf(npm: Npm, { text, folder, place = folder, below }: Line): DrawnTree {
  const isLong = npm.config.has('long');
  const about =
    isLong && folder !== undefined && place === folder ? describedAs(PackageFolder.orEmpty(npm.context, folder)) : '';
  return {
    label: isLong ? `${text}\n${about}` : text,
    nodes: below.map((line) => branchOf(npm, line)),
  };
}
