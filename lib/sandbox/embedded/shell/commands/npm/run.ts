import { closeTo } from './did-you-mean';
import { NpmError } from './npm-error';
import type { Npm, NpmCommand } from './npm';
import { PackageFolder } from './project';
import { lineOf, runWithHooks } from './run-script';

/** Scripts that npm runs by itself at certain times. */
const LIFECYCLE = new Set([
  'prepare',
  'prepublishOnly',
  'prepack',
  'postpack',
  'dependencies',
  ...['install', 'publish', 'restart', 'start', 'stop', 'test', 'uninstall', 'version'].flatMap((name) => [
    `pre${name}`,
    name,
    `post${name}`,
  ]),
]);

/** The commands that are the names of scripts. */
const NAMED = new Set(['test', 'start', 'stop', 'restart']);

/** `npm run`, and `npm test`, `start`, `stop` and `restart`. */
export const npmRun: NpmCommand = async (npm) => {
  const [event, ...args] = NAMED.has(npm.command) ? [npm.command, ...npm.args] : npm.args;
  const workspaces = npm.chosenWorkspaces();
  if (workspaces.length === 0)
    return event === undefined ? list(npm, npm.project()) : one(npm, npm.project(), event, args);
  let status = 0;
  for (const path of workspaces) {
    const project = new PackageFolder(npm.context, path);
    const ended = event === undefined ? list(npm, project) : await inWorkspace(npm, project, event, args);
    status ||= ended;
  }
  return status;
};

async function one(npm: Npm, project: PackageFolder, event: string, args: readonly string[]): Promise<number> {
  const { scripts } = project.manifest;
  if (lineOf(npm, project.path, scripts, event) !== undefined) return runWithHooks(npm, project, { event, args });
  if (npm.config.has('if-present')) return 0;
  const near = closeTo(
    event,
    Object.keys(scripts).filter((name) => !NAMED.has(name)),
  );
  const which = near.length === 1 ? 'this' : 'one of these';
  const lines = near.slice(0, 3).map((name) => `  npm run ${name} # run the "${name}" package script`);
  const hint = lines.length === 0 ? [] : ['', `Did you mean ${which}?`, ...lines];
  throw new NpmError(
    [`Missing script: "${event}"`, ...hint, '', 'To see a list of scripts, run:', '  npm run'].join('\n'),
  );
}

/** Runs a script in a workspace. A failure does not keep other workspaces from running theirs. */
async function inWorkspace(npm: Npm, project: PackageFolder, event: string, args: readonly string[]): Promise<number> {
  const where = [`workspace ${project.id}`, `location ${project.path}`];
  let reason = 'command failed';
  let status = 1;
  try {
    status = await one(npm, project, event, args);
  } catch (error) {
    if (!(error instanceof NpmError)) throw error;
    reason = error.message;
  }
  if (status === 0) return 0;
  const lines = [`Lifecycle script \`${event}\` failed with error:`, ...reason.split('\n'), ...where];
  npm.context.err.write(lines.map((line) => `${`npm error ${line}`.trimEnd()}\n`).join(''));
  return status;
}

function list(npm: Npm, project: PackageFolder): number {
  if (npm.config.silent) return 0;
  const title = project.id || project.manifest.name;
  const scripts = Object.entries(project.manifest.scripts);
  if (npm.config.has('json')) npm.say(JSON.stringify(Object.fromEntries(scripts), null, 2));
  else if (npm.config.has('parseable')) npm.say(scripts.map((script) => script.join(':')).join('\n'));
  else {
    const known = scripts.filter(([name]) => LIFECYCLE.has(name));
    const others = scripts.filter(([name]) => !LIFECYCLE.has(name));
    const show = (some: typeof scripts) => {
      for (const [name, line] of some) npm.say(`  ${name}\n    ${line}`);
    };
    if (known.length > 0) npm.say(`Lifecycle scripts included in ${title}:`);
    show(known);
    if (others.length > 0)
      npm.say(`${known.length > 0 ? 'available' : `Scripts available in ${title}`} via \`npm run\`:`);
    show(others);
  }
  return 0;
}
