import * as z from 'zod';
import { NpmError } from '../npm-error';
import type { PackageFolder } from '../project';

const OverridesSchema = z
  .record(z.string(), z.union([z.string(), z.looseObject({ '.': z.string().optional() })]))
  .catch({});

/** Refuses overrides of what the project itself asks for in another version, as npm does. Throws `NpmError`. */
export function checkOverrides(project: PackageFolder): void {
  const { dependencies, devDependencies, optionalDependencies } = project.manifest;
  const direct = { ...devDependencies, ...dependencies, ...optionalDependencies };
  for (const [name, given] of Object.entries(OverridesSchema.parse(project.content.overrides))) {
    const version = typeof given === 'string' ? given : given['.'];
    const asked = Object.hasOwn(direct, name) ? direct[name] : undefined;
    if (asked === undefined || version === undefined || /^\*?$/.test(version) || version.startsWith('$')) continue;
    if (version !== asked)
      throw new NpmError(`Override for ${name}@${asked} conflicts with direct dependency`, { code: 'EOVERRIDE' });
  }
}
