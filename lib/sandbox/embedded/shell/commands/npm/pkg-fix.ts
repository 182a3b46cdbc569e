import * as semver from 'semver';
import { programsOf } from './install/local';
import { NpmError } from './npm-error';
import { ManifestSchema, type PackageJson } from './project';
import { aboutRepository } from './repository';

/** `npm pkg fix`: writes the fields of a `package.json` as npm reads them. */
export function fixFields(content: PackageJson): void {
  const { name, version, bin, scripts } = ManifestSchema.parse(content);
  if (name !== undefined) content.name = name.trim();
  if (version !== undefined) {
    const clean = semver.clean(version, { loose: true });
    if (clean === null) throw new NpmError(`Invalid version: "${version}"`);
    content.version = clean;
  }
  if (bin !== undefined) content.bin = programsOf(bin, name);
  for (const [event, line] of Object.entries(scripts))
    Object.assign(Object(content.scripts), { [event]: line.replace(/^(\.[/\\])?node_modules[/\\].bin[\\/]/, '') });
  if (content.bundledDependencies !== undefined) {
    content.bundleDependencies ??= content.bundledDependencies;
    delete content.bundledDependencies;
  }
  const { repository } = content;
  const url: unknown = typeof repository === 'string' ? repository : Object(repository).url;
  if (typeof url !== 'string') return;
  const { repository: about } = aboutRepository(url);
  content.repository = typeof repository === 'string' ? about : { ...Object(repository), url: Object(about).url };
}
