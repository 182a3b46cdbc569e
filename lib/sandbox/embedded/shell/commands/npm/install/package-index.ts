import * as semver from 'semver';
import * as z from 'zod';
import { parseJson } from '@/lib/protocol/text';
import type { CommandContext } from '../../context';
import { NpmError } from '../npm-error';
import { EntrySchema, type LockEntry } from './entry';
import { aliasOf } from './tree';

const IndexSchema = z.object({
  /** The packages chosen for the set; the others are their dependencies. */
  roots: z.array(z.string()),
  packages: z.record(z.string(), z.record(z.string(), EntrySchema)),
});

/** The packages that come with the sandbox. No others can be installed, as there is no access to a registry. */
export class PackageIndex {
  private constructor(
    private readonly context: CommandContext,
    private readonly index: z.infer<typeof IndexSchema>,
  ) {}

  /** Loads the index. Throws `NpmError` if the set did not load. */
  static load(context: CommandContext): PackageIndex {
    let text = '';
    try {
      text = new TextDecoder().decode(context.sys.packageFile('index.json'));
    } catch {
      throw new NpmError('The package set of the sandbox did not load: npm install has nothing to install from.', {
        code: 'ENOSET',
      });
    }
    const parsed = parseJson(IndexSchema, text);
    if (!parsed.ok)
      throw new NpmError(`The package set of the sandbox is broken: ${parsed.reason}`, { code: 'ENOSET' });
    return new PackageIndex(context, parsed.value);
  }

  has(name: string): boolean {
    return Object.hasOwn(this.index.packages, name);
  }

  /** The versions of a package; none if the set lacks it. */
  versions(name: string): string[] {
    return Object.keys(this.index.packages[name] ?? {});
  }

  /** The newest version in a range; undefined if the set has none. */
  best(name: string, range: string): string | undefined {
    try {
      return this.pick(name, range).version;
    } catch (error) {
      if (error instanceof NpmError) return undefined;
      throw error;
    }
  }

  /** The newest version of a package in a range, which may name another package, as in `npm:ms@^2`. Throws `NpmError` if the set has none. */
  pick(name: string, range: string): LockEntry {
    const alias = aliasOf(range);
    if (alias) return { name: alias.name, ...this.pick(alias.name, alias.range) };
    const versions = this.index.packages[name];
    if (!versions)
      throw new NpmError(
        [
          `${name} is not in the package set that comes with this sandbox, and the sandbox reaches no registry.`,
          `In the set: ${this.index.roots.join(', ')}, and what these need.`,
          'To have another package, copy its folder into node_modules: open a zip of a project that has it.',
        ].join('\n'),
        { code: 'ENOTINSET' },
      );
    const wanted = range === 'latest' || range === '' ? '*' : range;
    if (semver.validRange(wanted) === null)
      throw new NpmError(`${name}@${range} is no version: packages come from the set, not from files, tags or git.`, {
        code: 'EUNSUPPORTED',
      });
    const version = semver.maxSatisfying(Object.keys(versions), wanted);
    const entry = version === null ? undefined : versions[version];
    if (!entry)
      throw new NpmError(
        [
          `notarget No matching version found for ${name}@${range}.`,
          "notarget In most cases you or one of your dependencies are requesting a package version that doesn't exist.",
          `notarget The package set of this sandbox has ${Object.keys(versions).join(', ')}.`,
        ].join('\n'),
        { code: 'ETARGET' },
      );
    return entry;
  }

  /** A package's tarball. Throws `NpmError` if it did not load. */
  tarball(name: string, version: string): Uint8Array {
    try {
      return this.context.sys.packageFile(`${name.replace('/', '+')}-${version}.tgz`);
    } catch {
      throw new NpmError(`${name}@${version} did not load from the package set of this sandbox.`, {
        code: 'ENOTINSET',
      });
    }
  }
}
