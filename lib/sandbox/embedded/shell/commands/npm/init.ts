import { relative } from '../files/paths';
import { updateWorkspaces } from './install';
import { installed, installedIn, shortName } from './install/local';
import { NpmError } from './npm-error';
import type { Npm, NpmCommand } from './npm';
import { PackageFolder, type PackageJson } from './project';
import { aboutRepository, remoteOf } from './repository';
import { workspacesOf } from './workspaces';

const NO_TEST = 'echo "Error: no test specified" && exit 1';
const FOLDERS: readonly (readonly [RegExp, string])[] = [
  [/^examples?$/, 'example'],
  [/^tests?$/, 'test'],
  [/^docs?$/, 'doc'],
  [/^man$/, 'man'],
  [/^lib$/, 'lib'],
];

/** `npm init -y`: makes a `package.json` from what is in the folder. */
export const npmInit: NpmCommand = async (npm) => {
  const { context, config, args } = npm;
  if (args.length > 0)
    throw new NpmError(`npm init ${args[0]} is not here: it would run create-${args[0]} from the registry`);
  if (!config.has('yes') && !config.has('force'))
    throw new NpmError('npm init asks nothing here: use `npm init -y`, then `npm pkg set`');
  const { sys } = context;
  const spaces = config.all('workspace');
  for (const name of spaces) {
    const path = context.path(name);
    sys.mkdir(path, true);
    initIn(npm, path);
    addWorkspace(npm, path);
  }
  if (spaces.length > 0) return updateWorkspaces(npm);
  initIn(npm, context.cwd);
  return 0;
};

/** Has the whole project name a folder among its workspaces. */
function addWorkspace(npm: Npm, path: string): void {
  const project = npm.project();
  if ([...workspacesOf(npm.context, project).values()].includes(path)) return;
  const { workspaces } = project.content;
  const folder = relative(project.path, path);
  if (workspaces !== null && typeof workspaces === 'object' && !Array.isArray(workspaces))
    workspaces.packages = [...project.manifest.workspaces, folder];
  else project.content.workspaces = [...project.manifest.workspaces, folder];
  project.save();
}

function initIn(npm: Npm, cwd: string): void {
  const { context, config } = npm;
  const { sys } = context;
  const base = cwd.slice(cwd.lastIndexOf('/') + 1);
  const project = PackageFolder.orEmpty(context, cwd);
  const there = project.content;
  const names = sys.list(cwd).map(({ name }) => name);
  const scripts = names.filter((name) => name.endsWith('.js'));
  const main = ['index.js', 'main.js', `${base}.js`].find((name) => scripts.includes(name)) ?? scripts[0] ?? 'index.js';
  const bin = sys.exists(`${cwd}/bin`)
    ? sys.list(`${cwd}/bin`).find(({ name }) => name.endsWith('.js'))?.name
    : undefined;
  const directories = Object.fromEntries(
    names.flatMap((name) => FOLDERS.filter(([like]) => like.test(name)).map(([, kind]) => [kind, name])),
  );
  const own = (typeof there.name === 'string' ? there.name : base)
    .replaceAll(/^node-|[.-]js$/g, '')
    .replaceAll(/\s+/g, '-')
    .toLowerCase();
  const scope = config.get('scope');
  const name = scope ? `@${scope.replace(/^@/, '')}/${shortName(own)}` : own;
  const about = repositoryOf(project);
  const content = {
    ...there,
    name,
    version: there.version ?? config.get('init-version') ?? '1.0.0',
    ...(!there.description && { description: firstParagraph(readmeIn(project, names)) }),
    ...(!there.main && { main }),
    ...(!there.bin && bin !== undefined && { bin: { [shortName(name)]: `bin/${bin}` } }),
    ...(Object.keys(directories).length > 0 && { directories }),
    ...neededIn(npm, cwd, project),
    ...(!there.scripts && { scripts: { test: names.includes('node_modules') ? testIn(npm, cwd) : NO_TEST } }),
    ...(!there.repository && about && { repository: about.repository }),
    ...(!there.keywords && { keywords: [] }),
    ...(!there.author && { author: config.get('init-author-name') ?? '' }),
    ...(!there.license && { license: config.get('init-license') ?? 'ISC' }),
    ...(!there.type && { type: config.get('init-type') ?? 'commonjs' }),
    ...about?.pages,
    ...(there.bugs && { bugs: there.bugs }),
    ...(there.homepage && { homepage: there.homepage }),
  };
  Object.assign(there, content);
  project.save();
  npm.say(`Wrote to ${project.file}:\n\n${JSON.stringify(there, null, 2)}\n\n`);
}

/** npm's names of test libraries, and those that it has a command for. */
const TEST_PACKAGES = new Set(['expresso', 'mocha', 'tap', 'coffee-script', 'coco', 'streamline']);
const TEST_COMMANDS = { tap: 'tap test/*.js', expresso: 'expresso test', mocha: 'mocha' };

function testIn({ context }: Npm, cwd: string): string {
  const there = Object.entries(TEST_COMMANDS).filter(([name]) => context.sys.exists(`${cwd}/node_modules/${name}`));
  return there.at(-1)?.[1] ?? NO_TEST;
}

/** What the packages are for that are installed already. */
function neededIn({ context, config }: Npm, cwd: string, project: PackageFolder): PackageJson {
  if (!context.sys.exists(`${context.cwd}/node_modules`)) return {};
  const { dependencies, devDependencies } = project.content;
  const known = { ...Object(dependencies), ...Object(devDependencies) };
  const found = (isTest: boolean) => {
    const names = installedIn(context.sys, project).filter(
      (name) => !name.includes('/') && TEST_PACKAGES.has(name) === isTest && !Object.hasOwn(known, name),
    );
    const versions = names.map((name) => [name, installed(context, `${cwd}/node_modules/${name}`)?.version]);
    const prefix = config.has('save-exact') ? '' : (config.get('save-prefix') ?? '^');
    return Object.fromEntries(versions.flatMap(([name, version]) => (version ? [[name, `${prefix}${version}`]] : [])));
  };
  const needed = found(false);
  return {
    ...(!dependencies && Object.keys(needed).length > 0 && { dependencies: needed }),
    ...(!devDependencies && { devDependencies: found(true) }),
  };
}

/** What is said of the repository that the project names, or else of the one that it is. */
function repositoryOf(project: PackageFolder): ReturnType<typeof aboutRepository> | undefined {
  const { repository } = project.content;
  const named: unknown = typeof repository === 'string' ? repository : Object(repository).url;
  const url = typeof named === 'string' ? named : remoteOf(project);
  return url === undefined ? undefined : aboutRepository(url);
}

/** The text of the folder's README; empty if there is none. */
function readmeIn(project: PackageFolder, names: readonly string[]): string {
  const like = names.filter((name) => /^readme(?:\..*)?$/i.test(name)).sort((a, b) => a.localeCompare(b, 'en'));
  const readme = like.find((name) => /\.m?a?r?k?d?o?w?n?$/i.test(name)) ?? like.find((name) => name.endsWith('README'));
  return (readme !== undefined && project.textOf(readme)) || '';
}

/** The first lines of a README below its headings, as npm takes a description from it. */
function firstParagraph(readme: string): string {
  const lines = readme.trim().split('\n');
  const start = lines.findIndex((line) => !/^(?:#|$)/.test(line.trim()));
  if (start === -1) return '';
  const length = lines.slice(start).findIndex((line) => line.trim() === '');
  return lines
    .slice(start, length === -1 ? undefined : start + length)
    .join(' ')
    .trim();
}
