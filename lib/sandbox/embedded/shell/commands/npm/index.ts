import type { Command } from '../context';
import { cache } from './cache';
import { NpmConfig } from './config';
import { exec, npx } from './exec';
import { npmExplain } from './explain';
import { explore } from './explore';
import { fund } from './fund';
import { npmInit } from './init';
import { ci, dedupe, npmInstall, npmLink, npmPrune, rebuild, uninstall, update } from './install';
import { shrinkwrap } from './install/shrinkwrap';
import { npmLs } from './ls';
import { NpmError } from './npm-error';
import { outdated } from './outdated';
import { pack } from './pack';
import { page } from './pages';
import { Npm, NPM_VERSION, type NpmCommand } from './npm';
import { pkg } from './pkg';
import { needsLogin, publish } from './publish';
import { query } from './query';
import { npmRun } from './run';
import { npmConfig } from './settings';
import { version } from './version';
import { view } from './view';

/** Says a folder of npm's: of the project, or of what is installed for all projects. */
const path =
  (below: string): NpmCommand =>
  (npm) => {
    npm.say(below === '' && npm.isGlobal ? npm.prefix.replace(/\/[^/]*$/, '') : `${npm.prefix}${below}`);
    return 0;
  };

/** Installs, and runs the tests if that went well. */
const andTest =
  (install: NpmCommand): NpmCommand =>
  async (npm) =>
    (await install(npm)) || npmRun(new Npm(npm.context, npm.config, npm.command, ['test']));

const COMMANDS: ReadonlyMap<string, NpmCommand> = new Map(
  Object.entries({
    bugs: page,
    cache,
    ci,
    config: npmConfig,
    dedupe,
    docs: page,
    exec,
    explain: npmExplain,
    explore,
    'find-dupes': dedupe,
    fund,
    get: npmConfig,
    init: npmInit,
    install: npmInstall,
    'install-ci-test': andTest(ci),
    'install-test': andTest(npmInstall),
    link: npmLink,
    ls: npmLs,
    outdated,
    pack,
    pkg,
    prefix: path(''),
    prune: npmPrune,
    publish,
    query,
    rebuild,
    repo: page,
    restart: npmRun,
    root: path('/node_modules'),
    run: npmRun,
    set: npmConfig,
    shrinkwrap,
    start: npmRun,
    stop: npmRun,
    test: npmRun,
    uninstall,
    update,
    version,
    view,
    whoami: needsLogin,
  }),
);

/** The names of commands, without their other ones. */
export const NPM_COMMANDS: readonly string[] = [...COMMANDS.keys()];

/** Other names of commands. */
const ALIASES: Readonly<Record<string, string>> = {
  x: 'exec',
  list: 'ls',
  la: 'ls',
  ll: 'ls',
  home: 'docs',
  issues: 'bugs',
  i: 'install',
  in: 'install',
  ins: 'install',
  inst: 'install',
  isntall: 'install',
  insta: 'install',
  instal: 'install',
  add: 'install',
  'clean-install': 'ci',
  ic: 'ci',
  c: 'config',
  ln: 'link',
  un: 'uninstall',
  rm: 'uninstall',
  r: 'uninstall',
  remove: 'uninstall',
  unlink: 'uninstall',
  'run-script': 'run',
  rum: 'run',
  urn: 'run',
  cit: 'install-ci-test',
  'clean-install-test': 'install-ci-test',
  sit: 'install-ci-test',
  it: 'install-test',
  t: 'test',
  tst: 'test',
  create: 'init',
  up: 'update',
  upgrade: 'update',
  udpate: 'update',
  ddp: 'dedupe',
  rb: 'rebuild',
  why: 'explain',
  info: 'view',
  show: 'view',
  v: 'view',
  find: 'search',
  s: 'search',
  se: 'search',
  innit: 'init',
  verison: 'version',
};

/** npm commands that are not supported here, and why. */
const ABSENT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'it publishes, or asks who somebody is at the registry':
      'access adduser deprecate dist-tag hook login logout org owner ping profile star stars team token unpublish unstar',
    'it asks the registry': 'audit search',
    'use git diff': 'diff',
    'it is of no use in one project': 'completion doctor edit',
    'use npm ls or npm query': 'sbom',
  }).flatMap(([why, names]) => names.split(' ').map((name) => [name, why])),
);

export { npx };

/** `npm`. */
export const npm: Command = async (context) => {
  const settings = new NpmConfig(context, context.args);
  const [word = '', ...args] = settings.words;
  if (settings.has('version') && word !== 'version') {
    context.out.write(`${NPM_VERSION}\n`);
    return 0;
  }
  const name = ALIASES[word] ?? word;
  if (word === 'la' || word === 'll') settings.given.set('long', ['true']);
  const command = COMMANDS.get(name);
  if (!command || settings.given.has('help')) {
    const why = ABSENT.get(name);
    if (!command && why !== undefined) context.err.write(`npm ${word} is not here: ${why}\n`);
    else context.out.write(unknown(word));
    return word === 'help' || (command && settings.given.has('help')) ? 0 : 1;
  }
  if (!settings.silent) {
    if (settings.has('force')) context.err.write('npm warn using --force Recommended protections disabled.\n');
    for (const warning of settings.warnings) context.err.write(`npm warn ${warning}\n`);
  }
  try {
    return await command(new Npm(context, settings, name, args));
  } catch (error) {
    if (!(error instanceof NpmError)) throw error;
    await context.out.flush();
    if (!settings.silent) context.err.write(error.report);
    if (settings.has('json')) context.out.write(error.json);
    return error.status;
  }
};

function unknown(word: string): string {
  const known = NPM_COMMANDS.join(', ');
  if (word === '' || word === 'help' || COMMANDS.has(ALIASES[word] ?? word))
    return `npm <command>\n\nCommands here: ${known}\n`;
  return `Unknown command: "${word}"\n\nTo see a list of supported npm commands, run:\n  npm help\n`;
}
