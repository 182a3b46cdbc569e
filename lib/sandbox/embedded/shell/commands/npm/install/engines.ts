import * as semver from 'semver';
import * as z from 'zod';
import { NODE_VERSION, NPM_VERSION, type Npm } from '../npm';
import { NpmError } from '../npm-error';
import type { PackageFolder } from '../project';
import type { TreeNode } from './tree';

const EnginesSchema = z.record(z.string(), z.string());
const HERE: Readonly<Record<string, string>> = { node: `v${NODE_VERSION}`, npm: NPM_VERSION };

/** Warns of packages that are not for this Node or npm; with `engine-strict`, throws `NpmError` for the first of them. */
export function checkEngines(npm: Npm, project: PackageFolder, root: TreeNode): void {
  for (const node of root.all()) {
    const isRoot = node === root;
    const engines = EnginesSchema.safeParse(isRoot ? project.content.engines : node.entry.engines);
    if (!engines.success) continue;
    const isWrong = (name: string) => {
      const range = engines.data[name];
      return Boolean(range) && !semver.satisfies(HERE[name] ?? '', range ?? '', { includePrerelease: true });
    };
    if (!(isWrong('node') && !npm.config.has('force')) && !isWrong('npm')) continue;
    const id = isRoot ? project.id : `${node.name}@${node.entry.version}`;
    if (npm.config.has('engine-strict'))
      throw new NpmError(
        [
          'engine Unsupported engine',
          `engine Not compatible with your version of node/npm: ${id}`,
          `notsup Not compatible with your version of node/npm: ${id}`,
          `notsup Required: ${JSON.stringify(engines.data)}`,
          `notsup Actual:   ${JSON.stringify(HERE)}`,
        ].join('\n'),
        { code: 'EBADENGINE' },
      );
    npm.warn('EBADENGINE Unsupported engine {');
    npm.warn(`EBADENGINE   package: '${id}',`);
    npm.warn(`EBADENGINE   required: ${inspected(engines.data)},`);
    npm.warn(`EBADENGINE   current: ${inspected(HERE)}`);
    npm.warn('EBADENGINE }');
  }
}

/** A record as `util.inspect` shows it. */
const inspected = (record: Readonly<Record<string, string>>): string =>
  `{ ${Object.entries(record)
    .map(([key, value]) => `${/^[a-z_]\w*$/i.test(key) ? key : `'${key}'`}: '${value}'`)
    .join(', ')} }`;
