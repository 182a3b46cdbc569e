import { installedTree } from '../installed-tree';
import type { NpmCommand } from '../npm';
import { NpmError } from '../npm-error';
import { entriesOf, LOCK, lockText, lockVersion, SHRINKWRAP } from './lock-file';

/** `npm shrinkwrap`: the lock file is published with the project, under its other name. */
export const shrinkwrap: NpmCommand = (npm) => {
  if (npm.isGlobal)
    throw new NpmError('`npm shrinkwrap` does not work for global packages', { code: 'ESHRINKWRAPGLOBAL' });
  const project = npm.project();
  const notice = (text: string) => npm.note(`npm notice ${text}`);
  if (project.textOf(SHRINKWRAP) !== undefined) notice(`${SHRINKWRAP} up to date`);
  else if (project.textOf(LOCK) !== undefined) {
    npm.context.sys.rename(`${project.path}/${LOCK}`, `${project.path}/${SHRINKWRAP}`);
    notice(`${LOCK} has been renamed to ${SHRINKWRAP}`);
  } else {
    const root = installedTree(npm, project);
    const version = lockVersion(project, npm.config.get('lockfile-version'));
    project.write(SHRINKWRAP, lockText(project, entriesOf(root), { root, version }));
    notice(`created a lockfile as ${SHRINKWRAP} with version ${version}`);
  }
  return 0;
};
