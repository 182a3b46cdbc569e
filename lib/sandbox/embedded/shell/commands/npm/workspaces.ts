import picomatch from 'picomatch';
import { resolveFrom } from '../../../fs/paths';
import { NpmError } from './npm-error';
import type { Npm } from './npm';
import { Project } from './project';

/** The folders of the project's workspaces by name. Throws `NpmError` if two have the same name. */
function workspacesOf(npm: Npm, project = npm.project()): Map<string, string> {
  const found = new Map<string, string>();
  for (const pattern of project.manifest.workspaces) {
    for (const path of foldersLike(npm, resolveFrom(project.path, pattern))) {
      if (!npm.context.sys.isFile(`${path}/package.json`)) continue;
      const { name = path.slice(path.lastIndexOf('/') + 1) } = new Project(npm.context, path).manifest;
      if ((found.get(name) ?? path) !== path)
        throw new NpmError(`must not have multiple workspaces with the same name\npackage '${name}' has conflicts`, {
          code: 'EDUPLICATEWORKSPACE',
        });
      found.set(name, path);
    }
  }
  return found;
}

/** The folders that `--workspace` and `--workspaces` select; empty without either option. */
export function chosenWorkspaces(npm: Npm): string[] {
  const asked = npm.config.all('workspace');
  if (asked.length === 0 && !npm.config.has('workspaces')) return [];
  const all = workspacesOf(npm);
  if (all.size === 0) throw new NpmError('No workspaces found!');
  if (asked.length === 0) return [...all.values()];
  return asked.map((name) => {
    const path = all.get(name) ?? [...all.values()].find((folder) => folder === npm.context.path(name));
    if (path === undefined) throw new NpmError(`No workspaces found:\n  --workspace=${name}`);
    return path;
  });
}

/** Folders whose path matches a pattern, part by part. */
function foldersLike(npm: Npm, pattern: string): string[] {
  const { sys } = npm.context;
  let paths = [''];
  for (const part of pattern.split('/').filter(Boolean)) {
    if (!/[*?[{!]/.test(part)) paths = paths.map((path) => `${path}/${part}`).filter((path) => sys.exists(path));
    else {
      const matches = picomatch(part);
      paths = paths.flatMap((path) =>
        sys
          .list(path || '/')
          .filter(({ name, type }) => type === 'directory' && name !== 'node_modules' && matches(name))
          .map(({ name }) => `${path}/${name}`),
      );
    }
  }
  return paths;
}
