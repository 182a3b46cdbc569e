import * as semver from 'semver';
import * as z from 'zod';
import { resolveFrom } from '../../../../../paths';
import type { CommandContext } from '../../context';
import { relative } from '../../files/paths';
import { NpmError } from '../npm-error';
import { Npm, type NpmCommand } from '../npm';
import { PackageFolder, type PackageJson } from '../project';
import { runScript } from '../run-script';
import { workspacesOf } from '../workspaces';
import { checkEngines } from './engines';
import type { LockEntry } from './entry';
import { globalProject, linkGlobalPrograms } from './global';
import { archiveOf, localFolder, installed, installedIn, isLocal, packed } from './local';
import { entriesOf, HIDDEN_LOCK, lockName, lockText, lockVersion, readLock, treeOf } from './lock-file';
import { checkOverrides } from './overrides';
import { PackageIndex } from './package-index';
import { runDependencyScripts, runPackageScripts, warnOfScripts } from './package-scripts';
import { completeTree, type PickEntry } from './place';
import { isPlace, linkPrograms, reify, type Tarball } from './reify';
import { reportInstall } from './report';
import { allows } from './tree';

const KINDS = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'] as const;
type Kind = (typeof KINDS)[number];
/** The project's own scripts that run after a full install. */
const AFTER_INSTALL = ['preinstall', 'install', 'postinstall', 'prepublish', 'preprepare', 'prepare', 'postprepare'];

/** `npm install`: installs what the `package.json` names, or adds packages to it. */
export const npmInstall: NpmCommand = async (npm) => {
  const started = performance.now();
  const project = projectOf(npm);
  const index = lazy(() => PackageIndex.load(npm.context));
  const packages = new Map(locked(project));
  const words = npm.isGlobal && npm.args.length === 0 ? ['.'] : npm.args;
  const changed = words.length > 0 ? changedProjects(npm, project) : [];
  for (const one of changed)
    for (const word of words) {
      const [, its, place = word] = (!isLocal(word) && /^((?:@[^/@]+\/)?[^/@]+)@(.+)$/.exec(word)) || [];
      const { name, version } = isLocal(place) ? addLocal(npm, one, place, its) : add(npm, one, word, index);
      if (packages.get(`node_modules/${name}`)?.version !== version) packages.delete(`node_modules/${name}`);
    }
  return finish(npm, project, packages, { started, index, changed });
};

/** The project, with nothing in it yet if there is none, or what is installed for all projects. */
const projectOf = (npm: Npm): PackageFolder =>
  npm.isGlobal ? globalProject(npm) : PackageFolder.orEmpty(npm.context, npm.prefix);

/** `npm link`: installs the project for all projects, as a link; with names or folders, links to those without noting them. */
export const npmLink: NpmCommand = ({ context, config, command, args, prefix }) => {
  const others = args.filter((word) => context.path(word) !== prefix);
  config.given.set('global', ['true']);
  const all = new Npm(context, config, command, [prefix]);
  if (others.length === 0) return npmInstall(all);
  config.given.delete('global');
  config.given.set('save', ['false']);
  const places = others.map((word) => {
    const place = `${all.prefix}/node_modules/${word}`;
    if (isLocal(word)) return word;
    if (context.sys.exists(place)) return context.sys.realpath(place);
    throw new NpmError(
      `${word} is not linked for all projects: run npm link in its folder, or npm link <folder> here.`,
      {
        code: 'EUNSUPPORTED',
      },
    );
  });
  return npmInstall(new Npm(context, config, command, places));
};

/** `npm update`: the newest versions in the ranges that the `package.json` names; of all packages, or of those named. */
export const update: NpmCommand = (npm) => {
  const started = performance.now();
  const project = npm.isGlobal ? globalProject(npm) : npm.project();
  const index = lazy(() => PackageIndex.load(npm.context));
  const isOld = (path: string) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    return (npm.args.length === 0 || npm.args.includes(name)) && index().has(name);
  };
  const packages = new Map([...locked(project)].filter(([path]) => !isOld(path)));
  const isSaved = npm.config.has('save', false);
  if (isSaved) raise(npm, project, index);
  return finish(npm, project, packages, { started, index, changed: isSaved ? [project] : [] });
};

/** Has the ranges of a project's dependencies begin with the newest versions that are in them. */
function raise(npm: Npm, { content }: PackageFolder, index: () => PackageIndex): void {
  for (const kind of ['dependencies', 'devDependencies', 'optionalDependencies'] as const)
    for (const [name, range] of Object.entries<string>(Object(content[kind]))) {
      const isAsked = npm.args.length === 0 || npm.args.includes(name);
      const best = isAsked && !range.includes(':') ? index().best(name, range) : undefined;
      if (best !== undefined) setNeed(content, kind, name, savedRange(npm, best, range));
    }
}

/** What a `package.json` says of a package that was asked for in a range. */
function savedRange({ config }: Npm, version: string, range: string): string {
  const newest = `${config.has('save-exact') ? '' : (config.get('save-prefix') ?? '^')}${version}`;
  const isRange = semver.valid(range) === null && semver.validRange(range) !== null && range !== 'latest';
  return !isRange || semver.subset(newest, range) ? newest : range;
}

/** `npm prune`: removes packages that nothing needs. */
export const npmPrune: NpmCommand = (npm) => {
  const project = npm.project();
  const started = performance.now();
  return finish(npm, project, locked(project), {
    started,
    index: lazy(() => PackageIndex.load(npm.context)),
    changed: [],
  });
};

/** Has `node_modules` and the lock file follow what has become of the workspaces. */
export const updateWorkspaces: NpmCommand = (npm) => {
  if (!npm.config.has('workspaces-update', true)) return 0;
  npm.config.given.set('fund', ['false']);
  return npmPrune(npm);
};

/** `npm uninstall`. */
export const uninstall: NpmCommand = async (npm) => {
  if (npm.args.length === 0) throw new NpmError('Must provide a package name to remove');
  const started = performance.now();
  const project = npm.isGlobal ? globalProject(npm) : npm.project();
  const changed = changedProjects(npm, project);
  for (const { content } of changed)
    for (const name of npm.args) for (const kind of KINDS) setNeed(content, kind, name, undefined);
  return finish(npm, project, locked(project), {
    started,
    index: lazy(() => PackageIndex.load(npm.context)),
    changed,
  });
};

/** `npm dedupe` and `find-dupes`: each package is as near to the root as it can be already, so there is seldom anything to do. */
export const dedupe: NpmCommand = (npm) => {
  if (npm.command === 'find-dupes') npm.config.given.set('dry-run', ['true']);
  return npmPrune(npm);
};

/** `npm rebuild`: no package here has anything to build, but for the links to its programs. */
export const rebuild: NpmCommand = (npm) => {
  const project = npm.project();
  const copied = installedIn(npm.context.sys, project).flatMap((name): [string, LockEntry][] => {
    const entry = installed(npm.context, `${project.path}/node_modules/${name}`);
    return entry ? [[`node_modules/${name}`, entry]] : [];
  });
  linkPrograms(npm.context, project, new Map([...copied, ...(readLock(project, HIDDEN_LOCK) ?? [])]));
  npm.say('rebuilt dependencies successfully');
  return 0;
};

/** The packages of the lock file, or of `node_modules`. */
const locked = (project: PackageFolder): ReadonlyMap<string, LockEntry> =>
  readLock(project, lockName(project)) ?? readLock(project, HIDDEN_LOCK) ?? new Map<string, LockEntry>();

/** The projects whose dependencies change: the workspaces that are chosen, or the whole. */
function changedProjects(npm: Npm, project: PackageFolder): PackageFolder[] {
  const chosen = npm
    .chosenWorkspaces()
    .map((path) => (path === project.path ? project : new PackageFolder(npm.context, path)));
  return chosen.length > 0 ? chosen : [project];
}

/** `npm ci`: installs exactly what the lock file says, from scratch. */
export const ci: NpmCommand = async (npm) => {
  const started = performance.now();
  const project = npm.project();
  const packages = readLock(project, lockName(project));
  if (!packages)
    throw new NpmError(
      '\nThe `npm ci` command can only install with an existing package-lock.json or\nnpm-shrinkwrap.json with lockfileVersion >= 1. Run an install with npm@5 or\nlater to generate a package-lock.json file, then try again.',
      { code: 'EUSAGE' },
    );
  const root = treeOf(npm.context, project, packages);
  const index = lazy(() => PackageIndex.load(npm.context));
  const missing = [...root.all()].flatMap((node) => [
    ...(node.folder === undefined ? [] : [node.place, node.folder])
      .filter((path) => !packages.has(path))
      .map(() => `Missing: ${node.name}@${node.entry.version} from lock file`),
    ...node.edges
      .filter((edge) => edge.kind !== 'optional' && !allows(edge.range, node.resolve(edge)?.entry.version ?? ''))
      .map(({ name, range }) => `Missing: ${name}@${index().best(name, range) ?? range} from lock file`),
  ]);
  if (missing.length > 0)
    throw new NpmError(
      `\n\`npm ci\` can only install packages when your package.json and package-lock.json or npm-shrinkwrap.json are in sync. Please update your lock file with \`npm install\` before continuing.\n\n${missing.join('\n')}\n`,
      { code: 'EUSAGE' },
    );
  const entries = entriesOf(root);
  if (npm.config.has('dry-run')) {
    reportInstall(npm, entries, await reify(npm.context, project, chosenOf(npm, entries), undefined), started);
    return 0;
  }
  npm.context.sys.remove(`${project.path}/node_modules`, { recursive: true, force: true });
  const changes = await reify(npm.context, project, chosenOf(npm, entries), tarballsOf(npm.context, project, index));
  const ran = await runPackageScripts(npm, project, entries, changes);
  await runDependencyScripts(npm, project, changes);
  await afterInstall(npm, project);
  reportInstall(npm, entries, changes, started);
  warnOfScripts(npm, ran);
  return 0;
};

/** Installs packages into a folder that is not a project. */
export async function installInto(
  context: CommandContext,
  path: string,
  dependencies: Record<string, string>,
  index: PackageIndex,
): Promise<void> {
  const project = PackageFolder.orEmpty(context, path);
  Object.assign(project.content, { dependencies });
  const root = treeOf(context, project, new Map());
  completeTree(root, (_asker, name, range) => index.pick(name, range));
  await reify(context, project, entriesOf(root), (name, { version }) => index.tarball(name, version));
}

/** Where the packages that are not linked come from: the set, or archives of the project. */
const tarballsOf =
  (context: CommandContext, project: PackageFolder, index: () => PackageIndex): Tarball =>
  (name, { version, resolved = '' }) =>
    resolved.startsWith('file:')
      ? archiveOf(context, resolveFrom(project.path, resolved.slice('file:'.length)))
      : index().tarball(name, version);

/** Completes the tree, writes the lock files and `node_modules`, and reports what changed. */
async function finish(
  npm: Npm,
  project: PackageFolder,
  packages: ReadonlyMap<string, LockEntry>,
  { started, index, changed }: { started: number; index: () => PackageIndex; changed: readonly PackageFolder[] },
): Promise<number> {
  const { context } = npm;
  checkOverrides(project);
  const isSaved = npm.config.has('save', true) && !npm.isGlobal;
  const root = treeOf(context, project, packages, changed);
  const pick: PickEntry = (asker, name, range) => {
    if (!range.startsWith('file:')) {
      const own = index().has(name) ? undefined : installed(context, `${project.path}/node_modules/${name}`);
      return own && allows(range, own.version) ? own : index().pick(name, range);
    }
    const path = resolveFrom(`${project.path}/${asker.path}`, range.slice('file:'.length));
    return packed(archiveOf(context, path), `file:${relative(project.path, path)}`).entry;
  };
  completeTree(root, pick, { isApart: npm.isGlobal, withPeers: !npm.config.has('legacy-peer-deps') });
  const entries = entriesOf(root);
  const withLock = npm.config.has('package-lock', true);
  checkEngines(npm, project, root);
  if (project.content.overrides !== undefined)
    npm.warn('overrides are not applied here: the package set has few versions to choose from');
  await context.err.flush();
  if (npm.config.has('dry-run')) {
    reportInstall(npm, entries, await reify(context, project, chosenOf(npm, entries), undefined), started);
    return 0;
  }
  const isLockOnly = npm.config.has('package-lock-only');
  const changes = isLockOnly
    ? { add: [], change: [], remove: [] }
    : await reify(
        context,
        project,
        chosenOf(npm, entries),
        tarballsOf(context, project, index),
        npm.isGlobal ? linkGlobalPrograms : linkPrograms,
      );
  const ran = isLockOnly ? [] : await runPackageScripts(npm, project, entries, changes);
  if (isSaved) {
    for (const one of changed) {
      for (const kind of KINDS) sortNeeds(one.content, kind);
      one.save();
    }
  }
  const version = lockVersion(project, npm.config.get('lockfile-version'));
  if (withLock && isSaved) project.write(lockName(project), lockText(project, entries, { root, version }));
  await runDependencyScripts(npm, project, changes);
  if (npm.command === 'install' && npm.args.length === 0 && !npm.isGlobal) await afterInstall(npm, project);
  reportInstall(npm, entries, changes, started);
  warnOfScripts(npm, ran);
  return 0;
}

/** What a word adds; an archive is unpacked again, as it may have changed without its version. */
interface Added {
  name: string;
  version?: string;
}

/** Adds a folder or an archive to a project's dependencies, by a name of its own if one is given. */
function addLocal(npm: Npm, project: PackageFolder, word: string, its?: string): Added {
  const { context } = npm;
  const path = context.path(word.replace(/^file:/, '').replace(/^~(?=\/)/, context.env.HOME ?? '/'));
  const folder = localFolder(context, '/', `file:${path}`);
  const { name = path.slice(path.lastIndexOf('/') + 1) } =
    folder === undefined ? packed(archiveOf(context, path), word) : new PackageFolder(context, folder).manifest;
  save(npm, project, its ?? name, `file:${relative(project.path, path)}`);
  return { name: its ?? name };
}

/** Adds a package to a project's dependencies. */
function add(npm: Npm, project: PackageFolder, word: string, index: () => PackageIndex): Added {
  const [, alias, target = word] = /^(.+?)@npm:(.+)$/.exec(word) ?? [];
  const [, name, range = 'latest'] = /^((?:@[\w.~-]+\/)?[\w.~-]+)(?:@(.+))?$/.exec(target) ?? [];
  if (name === undefined || /:|^[\w.-]+\/[\w.-]+$/.test(range))
    throw new NpmError(
      `${word} is no name of a package: packages come from the set and from files, not from addresses or git.`,
      { code: 'EUNSUPPORTED' },
    );
  const space =
    alias === undefined
      ? workspacesOf(npm.context, PackageFolder.orEmpty(npm.context, npm.prefix)).get(name)
      : undefined;
  const own = space === undefined ? undefined : new PackageFolder(npm.context, space).manifest.version;
  const version = own !== undefined && allows(range, own) ? own : index().pick(name, range).version;
  const saved = savedRange(npm, version, range);
  save(npm, project, alias ?? name, alias === undefined ? saved : `npm:${name}@${saved}`);
  return { name: alias ?? name, version };
}

function save(npm: Npm, project: PackageFolder, name: string, range: string): void {
  const before = KINDS.find((kind) => Object.hasOwn(Object(project.content[kind]), name));
  const asked = kindOf(npm);
  for (const kind of KINDS) if (asked !== undefined && kind !== asked) setNeed(project.content, kind, name, undefined);
  setNeed(project.content, asked ?? before ?? 'dependencies', name, range);
}

function kindOf({ config }: Npm): Kind | undefined {
  if (config.has('save-dev')) return 'devDependencies';
  if (config.has('save-optional')) return 'optionalDependencies';
  if (config.has('save-peer')) return 'peerDependencies';
  return config.has('save-prod') ? 'dependencies' : undefined;
}

/** Adds or removes a dependency of the project. */
function setNeed(content: PackageJson, kind: Kind, name: string, range: string | undefined): void {
  const { [name]: _old, ...others }: Record<string, string> = { ...Object(content[kind]) };
  if (range === undefined && content[kind] === undefined) return;
  content[kind] = { ...others, ...(range !== undefined && { [name]: range }) };
}

/** Sorts a list of dependencies by name; an empty one is removed. */
function sortNeeds(content: PackageJson, kind: Kind): void {
  const names: [string, string][] = Object.entries(Object(content[kind]));
  if (names.length === 0) delete content[kind];
  else content[kind] = Object.fromEntries(names.sort(([a], [b]) => a.localeCompare(b, 'en')));
}

/** Whether a package is for this machine; with `!` a package names those that it is not for. */
const fits = ({ os, cpu }: LockEntry): boolean => isAmong('linux', os) && isAmong('x64', cpu);

const NamesSchema = z.union([z.string().transform((name) => [name]), z.array(z.string())]).catch([]);

function isAmong(here: string, given: unknown): boolean {
  const names = NamesSchema.parse(given);
  return !names.includes(`!${here}`) && (names.includes(here) || names.every((name) => name.startsWith('!')));
}

/** The entries without those of the kinds that are left out, and without what may be missing and is for other machines. */
function chosenOf(npm: Npm, entries: ReadonlyMap<string, LockEntry>): ReadonlyMap<string, LockEntry> {
  const omitted = npm.omitted();
  const isOut = (path: string, entry: LockEntry) => {
    const about = (entry.link === true && entries.get(entry.resolved ?? '')) || entry;
    const isForOthers = about.optional === true && !fits(about);
    return isPlace(path) && (isForOthers || [...omitted].some((kind) => about[kind] === true));
  };
  return new Map([...entries].filter(([path, entry]) => !isOut(path, entry)));
}

/** Runs the project's own install scripts. Throws `NpmError` if one fails. */
async function afterInstall(npm: Npm, project: PackageFolder): Promise<void> {
  if (npm.config.has('ignore-scripts')) return;
  for (const event of AFTER_INSTALL) {
    const line = project.manifest.scripts[event];
    const status = line === undefined ? 0 : await runScript(npm, project, { event, line });
    if (status !== 0) throw new NpmError('command failed', { status });
  }
}

/** Makes a value on first use. */
function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}
