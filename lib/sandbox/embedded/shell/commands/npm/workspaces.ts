import picomatch from 'picomatch';
import { resolveFrom } from '../../../../paths';
import type { CommandContext } from '../context';
import { NpmError } from './npm-error';
import { PackageFolder } from './project';

/** The folders of the project's workspaces by name. Throws `NpmError` if two have the same name. */
export function workspacesOf(context: CommandContext, project: PackageFolder): Map<string, string> {
  const found = new Map<string, string>();
  for (const pattern of project.manifest.workspaces) {
    for (const path of foldersLike(context, resolveFrom(project.path, pattern))) {
      if (!context.sys.isFile(`${path}/package.json`)) continue;
      const { name = path.slice(path.lastIndexOf('/') + 1) } = new PackageFolder(context, path).manifest;
      if ((found.get(name) ?? path) !== path)
        throw new NpmError(`must not have multiple workspaces with the same name\npackage '${name}' has conflicts`, {
          code: 'EDUPLICATEWORKSPACE',
        });
      found.set(name, path);
    }
  }
  return found;
}

/** The project whose workspace a folder is; undefined if it is none. */
export function wholeOf(context: CommandContext, folder: string): string | undefined {
  for (let at = folder; at !== '';) {
    at = at.slice(0, at.lastIndexOf('/'));
    if (!context.sys.isFile(`${at}/package.json`)) continue;
    try {
      if ([...workspacesOf(context, new PackageFolder(context, at)).values()].includes(folder)) return at;
    } catch (error) {
      // A folder above that is broken is not this project's.
      if (!(error instanceof NpmError)) throw error;
    }
  }
  return undefined;
}

/** Folders whose path matches a pattern, part by part. */
function foldersLike({ sys }: CommandContext, pattern: string): string[] {
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
