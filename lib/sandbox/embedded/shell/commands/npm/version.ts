import * as semver from 'semver';
import * as z from 'zod';
import { parseJson } from '@/lib/protocol/text';
import { collector } from '../../io/open-file';
import { concat, decode } from '../../../../bytes-text';
import { VERSIONS } from '../../../versions';
import { Descriptors } from '../../io/descriptors';
import { updateWorkspaces } from './install';
import { NpmError } from './npm-error';
import { NPM_VERSION, type Npm, type NpmCommand } from './npm';
import { PackageFolder } from './project';
import { runScript } from './run-script';

const RELEASES = new Set<string>(semver.RELEASE_TYPES);
const isRelease = (word: string): word is semver.ReleaseType => RELEASES.has(word);
const LockSchema = z.record(z.string(), z.json());

/** `npm version`: shows versions or changes the project's; in a repository it also makes a commit and a tag. */
export const version: NpmCommand = async (npm) => {
  const [word, ...more] = npm.args;
  if (word === undefined) return show(npm);
  if (more.length > 0)
    throw new NpmError('Usage:\nnpm version [<newversion> | major | minor | patch | pre…]', { code: 'EUSAGE' });
  const folders = npm.chosenWorkspaces();
  if (folders.length === 0) await bump(npm, npm.project(), word, true);
  for (const path of folders) {
    const project = new PackageFolder(npm.context, path);
    npm.say(project.manifest.name ?? path);
    await bump(npm, project, word, false);
  }
  return folders.length > 0 ? updateWorkspaces(npm) : 0;
};

/** Changes the version of a project; a workspace gets neither a commit nor a tag. */
async function bump(npm: Npm, project: PackageFolder, word: string, isTagged: boolean): Promise<void> {
  const old = semver.clean(project.manifest.version ?? '0.0.0') ?? '0.0.0';
  const tagged = word === 'from-git' ? await newestTag(npm) : word;
  const next =
    semver.valid(tagged, { loose: true }) ??
    (isRelease(word) ? semver.inc(old, word, {}, npm.config.get('preid') ?? '') : null);
  if (next === null) throw new NpmError(`Invalid version: ${word}`);
  if (next === old && !npm.config.has('allow-same-version')) throw new NpmError('Version not changed');
  const inRepository =
    isTagged && npm.config.has('git-tag-version', true) && npm.context.sys.exists(`${project.path}/.git`);
  if (inRepository) await beClean(npm);
  const env = { npm_old_version: old, npm_new_version: next };
  const script = async (event: string) => {
    const line = project.manifest.scripts[event];
    if (line === undefined || npm.config.has('ignore-scripts')) return;
    const status = await runScript(npm, project, { event, line, env, id: '' });
    if (status !== 0) throw new NpmError('command failed', { status });
  };
  await script('preversion');
  project.content.version = next;
  project.save();
  const locks = ['package-lock.json', 'npm-shrinkwrap.json'].filter((name) => writeLock(project, name, next));
  await script('version');
  const tag = `${npm.config.get('tag-version-prefix') ?? 'v'}${next}`;
  if (inRepository) {
    const message = (npm.config.get('message') ?? '%s').replaceAll('%s', next);
    await git(npm, 'add', 'package.json', ...locks);
    await git(npm, 'commit', '-m', message);
    await git(npm, 'tag', '-m', message, tag);
  }
  await script('postversion');
  npm.say(tag);
}

function show(npm: Npm): number {
  const versions: Record<string, string> = {};
  if (npm.context.sys.isFile(`${npm.prefix}/package.json`)) {
    const { name, version: own } = npm.project().manifest;
    if (name !== undefined && own !== undefined) versions[name] = own;
  }
  Object.assign(versions, { npm: NPM_VERSION, ...VERSIONS });
  if (npm.config.has('json')) npm.say(JSON.stringify(versions, null, 2));
  else {
    const key = (name: string) => (/^[a-z_$][\w$]*$/i.test(name) ? name : `'${name}'`);
    npm.say(
      `{\n${Object.entries(versions)
        .map(([name, one]) => `  ${key(name)}: '${one}'`)
        .join(',\n')}\n}`,
    );
  }
  return 0;
}

/** Notes a version in the project's own lock file: that of the whole does not follow its workspaces until it is installed. */
function writeLock(project: PackageFolder, name: string, next: string): boolean {
  const text = project.textOf(name);
  const lock = text === undefined ? undefined : parseJson(LockSchema, text);
  if (!lock?.ok) return false;
  lock.value.version = next;
  const packages = Object(lock.value.packages);
  if (Object.hasOwn(packages, '')) Object.assign(packages[''], { version: next });
  project.write(name, `${JSON.stringify(lock.value, null, 2)}\n`);
  return true;
}

async function beClean(npm: Npm): Promise<void> {
  const changed = (await git(npm, 'status', '--porcelain=v1', '-uno')).split('\n').filter((line) => line.trim() !== '');
  if (changed.length === 0) return;
  if (!npm.config.has('force')) throw new NpmError('Git working directory not clean.');
  npm.warn('version Git working directory not clean, proceeding forcefully.');
}

/** The version of the newest tag below what is checked out. Throws `NpmError` if it is none. */
async function newestTag(npm: Npm): Promise<string> {
  const tag = (await git(npm, 'describe', '--tags', '--abbrev=0', '--match=*.*.*')).trim();
  const found = semver.coerce(tag, { loose: true, includePrerelease: true });
  if (found === null) throw new NpmError(`Tag is not a valid version: ${JSON.stringify(tag)}`);
  return found.version;
}

/** What git prints. Throws `NpmError` if git fails. */
async function git(npm: Npm, ...args: string[]): Promise<string> {
  const [output, errors] = [collector(), collector()];
  const fds = new Descriptors([
    [1, output.file],
    [2, errors.file],
  ]);
  const status = await npm.context.run(['git', ...args], { cwd: npm.prefix, fds });
  if (status !== 0)
    throw new NpmError(
      `An unknown git error occurred\ncommand /usr/bin/git --no-replace-objects ${args.join(' ')}\n${decode(concat(errors.parts)).trim()}`,
      { code: String(status), status },
    );
  return decode(concat(output.parts));
}
