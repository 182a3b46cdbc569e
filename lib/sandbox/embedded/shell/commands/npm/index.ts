import type { Command } from '../context';
import { NpmConfig } from './config';
import { exec, npx } from './exec';
import { init } from './init';
import { ci, install, uninstall } from './install';
import { ls } from './ls';
import { NpmError } from './npm-error';
import { Npm, NPM_VERSION, type NpmCommand } from './npm';
import { pkg } from './pkg';
import { run } from './run';
import { version } from './version';

const path =
  (below: string): NpmCommand =>
  (npm) => {
    npm.say(`${npm.prefix}${below}`);
    return 0;
  };

const COMMANDS: ReadonlyMap<string, NpmCommand> = new Map(
  Object.entries({
    ci,
    exec,
    init,
    install,
    ls,
    pkg,
    prefix: path(''),
    restart: run,
    root: path('/node_modules'),
    run,
    start: run,
    stop: run,
    test: run,
    uninstall,
    version,
  }),
);

/** Other names of commands. */
const ALIASES: Readonly<Record<string, string>> = {
  x: 'exec',
  list: 'ls',
  la: 'ls',
  ll: 'ls',
  i: 'install',
  in: 'install',
  ins: 'install',
  inst: 'install',
  isntall: 'install',
  add: 'install',
  'clean-install': 'ci',
  ic: 'ci',
  un: 'uninstall',
  rm: 'uninstall',
  r: 'uninstall',
  remove: 'uninstall',
  unlink: 'uninstall',
  'run-script': 'run',
  rum: 'run',
  urn: 'run',
  t: 'test',
  tst: 'test',
  create: 'init',
  innit: 'init',
  verison: 'version',
};

/** npm commands that are not supported here, and why. */
const ABSENT: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'it publishes, or asks who somebody is at the registry':
      'access adduser deprecate dist-tag hook login logout org owner ping profile publish star stars team token unpublish unstar whoami',
    'it asks the registry': 'audit bugs docs fund outdated repo search view',
    'use npm pack of your own machine: download the project as a zip': 'pack diff',
    'there is one project here, and nothing is installed for all':
      'link explore config completion cache doctor edit set get',
    'use npm install': 'dedupe find-dupes rebuild shrinkwrap',
    'use npm ls': 'explain query sbom',
  }).flatMap(([why, names]) => names.split(' ').map((name) => [name, why])),
);

export { npx };

/** `npm`. */
export const npm: Command = async (context) => {
  const config = new NpmConfig(context, context.args);
  const [word = '', ...args] = config.words;
  if (config.has('version') && word !== 'version') {
    context.out.write(`${NPM_VERSION}\n`);
    return 0;
  }
  const name = ALIASES[word] ?? word;
  const command = COMMANDS.get(name);
  if (!command || config.given.has('help')) {
    context.out.write(unknown(word));
    return word === 'help' || (command && config.given.has('help')) ? 0 : 1;
  }
  try {
    return await command(new Npm(context, config, name, args));
  } catch (error) {
    if (!(error instanceof NpmError)) throw error;
    await context.out.flush();
    if (!config.silent) context.err.write(error.report);
    return error.status;
  }
};

function unknown(word: string): string {
  if (ABSENT.has(word)) return `npm ${word} is not here: ${ABSENT.get(word)}\n`;
  const known = [...COMMANDS.keys()].join(', ');
  if (word === '' || word === 'help' || COMMANDS.has(ALIASES[word] ?? word))
    return `npm <command>\n\nCommands here: ${known}\n`;
  return `Unknown command: "${word}"\n\nTo see a list of supported npm commands, run:\n  npm help\n`;
}
