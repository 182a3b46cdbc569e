import type { Command } from '../context';
import { NpmConfig } from './config';
import { installInto } from './install';
import type { LockEntry } from './install/entry';
import { installed, programsOf } from './install/local';
import { HIDDEN_LOCK } from './install/lock-file';
import { PackageIndex } from './install/package-index';
import { allows, specOf } from './install/tree';
import { NpmError } from './npm-error';
import { Npm, NPM_VERSION, type NpmCommand } from './npm';
import { PackageFolder } from './project';
import { binFolders, commandLine, scriptEnv } from './run-script';

/** Where packages that are run without a project are installed. */
const CACHE = '/tmp/npx';

/** `npm exec` and `npx`: runs a program of an installed package, or of one from the package set. */
export const exec: NpmCommand = async (npm) => {
  const { context, config } = npm;
  const call = config.get('call');
  const [word, ...args] = npm.args;
  const asked = config.all('package');
  const folders = npm.chosenWorkspaces();
  const isInstalled = (name: string) =>
    binFolders(folders[0] ?? npm.prefix).some((folder) => context.sys.exists(`${folder}/${name}`));
  const isHere = word === undefined || isInstalled(word) || (asked.length === 0 && (await isCommand(npm, word)));
  const mine = isHere ? undefined : ownProgram(npm, word);
  const needed = asked.length > 0 ? asked : isHere || mine !== undefined ? [] : [word];
  const own = needed.flatMap((one) => inProject(npm, one) ?? []);
  const set = needed.length > own.length ? await fetched(npm, needed) : undefined;
  const programs = set?.programs ?? programNames(own);
  const isNamed = asked.length > 0 || needed.length === 0 || word === undefined;
  const name = mine ?? (isNamed ? (word ?? '') : programOf(word, programs));
  let status = 0;
  const env = scriptEnv(npm, PackageFolder.orEmpty(context, npm.prefix), 'npx', call ?? name);
  for (const path of folders.length > 0 ? folders : [npm.prefix]) {
    const bins = [...(set ? [set.bin] : []), ...(path === npm.prefix ? [] : binFolders(path))];
    status ||= await context.run(['sh', '-c', call ?? (word === undefined ? 'sh' : commandLine(name, args))], {
      ...(folders.length > 0 && path !== npm.workspace && { cwd: path }),
      env: { ...env, PATH: [...bins, env.PATH].join(':') },
    });
  }
  return status;
};

/** `npx`, whose own options precede the program. */
export const npx: Command = async (context) => {
  const config = new NpmConfig(context, context.args, { stopAtWord: true, short: { p: 'package' } });
  if (config.has('version')) {
    context.out.write(`${NPM_VERSION}\n`);
    return 0;
  }
  try {
    return await exec(new Npm(context, config, 'exec', config.words));
  } catch (error) {
    if (!(error instanceof NpmError)) throw error;
    context.err.write(error.report);
    return error.status;
  }
};

/** The program that a package's name means: the one of that name, or the only one. Throws `NpmError` if there is none. */
function programOf(word: string, programs: readonly string[]): string {
  const short = word.replace(/^@[^/]+\//, '').replace(/(?<=.)@.*$/, '');
  const found = programs.includes(short) ? short : programs.length === 1 ? programs[0] : undefined;
  if (found === undefined) throw new NpmError('could not determine executable to run');
  return found;
}

/** The package that is asked for, if the project has it. */
function inProject({ context, prefix }: Npm, word: string): LockEntry | undefined {
  const { name, range } = specOf(word);
  const found = installed(context, `${prefix}/node_modules/${name}`);
  return found && allows(range, found.version) ? found : undefined;
}

/** Whether a word is a program of this computer's: for npm, they are packages that are installed for all. */
const isCommand = async ({ context }: Npm, word: string): Promise<boolean> =>
  (await context.run(['bash', '-c', 'PATH=/usr/bin type -P -- "$0" >/dev/null', word])) === 0;

/** A program that the project itself is; npm makes it executable, as it does when it installs one. */
function ownProgram({ context, prefix }: Npm, word: string): string | undefined {
  const { bin = {}, name } = PackageFolder.orEmpty(context, prefix).manifest;
  const file = programsOf(bin, name)[word];
  const path = `${prefix}/${file}`;
  if (file === undefined || !context.sys.isFile(path)) return undefined;
  context.sys.chmod(path, context.sys.stat(path).mode | 0o111);
  return path;
}

const programNames = (packages: readonly LockEntry[]): string[] => packages.flatMap(({ bin = {} }) => Object.keys(bin));

/** Installs packages outside all projects. Returns the folder of their programs, and the programs' names. */
async function fetched(npm: Npm, words: readonly string[]): Promise<{ bin: string; programs: string[] }> {
  const { context } = npm;
  const index = PackageIndex.load(context);
  const chosen = words.map((word) => {
    const { name, range } = specOf(word);
    return { name, ...index.pick(name, range) };
  });
  const ids = chosen.map(({ name, version }) => `${name}@${version}`);
  const folder = `${CACHE}/${ids.join('_').replaceAll('/', '+')}`;
  const found = { bin: `${folder}/node_modules/.bin`, programs: programNames(chosen) };
  if (context.sys.exists(`${folder}/${HIDDEN_LOCK}`)) return found;
  const what = ids.length === 1 ? 'package was' : 'packages were';
  npm.warn(`exec The following ${what} not found and will be installed: ${ids.join(', ')}`);
  context.sys.mkdir(folder, true);
  await installInto(context, folder, Object.fromEntries(chosen.map(({ name, version }) => [name, version])), index);
  return found;
}
