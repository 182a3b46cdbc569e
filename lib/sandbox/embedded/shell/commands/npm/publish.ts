import * as semver from 'semver';
import { NpmError } from './npm-error';
import type { Npm, NpmCommand } from './npm';
import { packProject } from './pack';
import { PackageFolder } from './project';
import { runScript } from './run-script';

/** `npm publish`: with `--dry-run`, what would be sent. Nobody is logged in to a registry here. */
export const publish: NpmCommand = async (npm) => {
  const { args, context } = npm;
  const chosen = args.length === 0 ? npm.chosenWorkspaces() : [];
  if (chosen.length === 0) {
    await publishOne(npm, new PackageFolder(context, args[0] === undefined ? npm.prefix : context.path(args[0])));
    return 0;
  }
  for (const path of chosen) {
    const project = new PackageFolder(context, path);
    if (project.content.private !== true) await publishOne(npm, project);
    else npm.warn(`publish Skipping workspace ${project.manifest.name}, marked as private`);
  }
  return 0;
};

/** `npm whoami` and what else needs a person that the registry knows. */
export const needsLogin: NpmCommand = () => {
  throw notLoggedIn('This command requires you to be logged in.');
};

const notLoggedIn = (message: string): NpmError =>
  new NpmError(['', message, 'You need to authorize this machine using `npm adduser`'].join('\nneed auth ').slice(1), {
    code: 'ENEEDAUTH',
  });

async function publishOne(npm: Npm, project: PackageFolder): Promise<void> {
  const { config, context } = npm;
  const script = async (event: string) => {
    const line = project.manifest.scripts[event];
    if (line === undefined || config.has('ignore-scripts')) return;
    const status = await runScript(npm, project, { event, line });
    if (status !== 0) throw new NpmError('command failed', { status });
  };
  await script('prepublishOnly');
  const { about, notice } = await packProject(npm, project, true);
  const tag = config.get('tag');
  if (semver.prerelease(about.version) !== null && tag === undefined && !config.has('force'))
    throw new NpmError('You must specify a tag using --tag when publishing a prerelease version.');
  if (!config.has('json') && !config.silent) context.err.write(notice);
  const registry = config.get('registry') ?? 'https://registry.npmjs.org/';
  const message = `This command requires you to be logged in to ${registry}`;
  if (!config.has('dry-run')) throw notLoggedIn(message);
  npm.warn(`publish ${message} (dry-run)`);
  const access = config.get('access') ?? 'default';
  npm.note(`npm notice Publishing to ${registry} with tag ${tag ?? 'latest'} and ${access} access (dry-run)`);
  if (config.has('json')) npm.say(JSON.stringify(about, null, 2));
  for (const event of ['publish', 'postpublish']) await script(event);
  await context.err.flush();
  if (!config.has('json')) npm.tell(`+ ${about.id}`);
}
