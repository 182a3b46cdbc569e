import type { NpmCommand } from './npm';
import { installedTree } from './installed-tree';
import { PackageIndex } from './install/package-index';

const HEAD = ['Package', 'Current', 'Wanted', 'Latest', 'Location', 'Depended by'];

/** `npm outdated`: the project's dependencies of which the package set has another version than is installed. */
export const outdated: NpmCommand = (npm) => {
  const { args, config, context } = npm;
  const project = npm.project();
  const root = installedTree(npm, project);
  const index = PackageIndex.load(context);
  const from = config.has('all')
    ? [...root.all()]
    : [root, ...[...root.children.values()].filter(({ folder }) => folder)];
  const found = from.flatMap((node) =>
    node.edges
      .filter(({ name }) => args.length === 0 || args.includes(name))
      .flatMap((edge) => {
        const met = node.resolve(edge);
        const isMissing = met === undefined;
        const wanted =
          edge.range.startsWith('file:') || (isMissing && edge.kind !== 'prod')
            ? undefined
            : index.best(edge.name, edge.range);
        const latest = index.best(edge.name, '*');
        const current = met?.entry.version;
        if (wanted === undefined || latest === undefined || (current === wanted && wanted === latest)) return [];
        const dependent = node === root ? project.path.slice(project.path.lastIndexOf('/') + 1) : node.name;
        return [{ name: edge.name, current, wanted, latest, dependent, place: met?.path }];
      }),
  );
  found.sort((a, b) => a.name.localeCompare(b.name, 'en') || a.dependent.localeCompare(b.dependent, 'en'));
  if (config.has('json')) {
    const facts = found.map(({ name, place, ...about }) => [
      name,
      { ...about, ...(place !== undefined && { location: `${project.path}/${place}` }) },
    ]);
    npm.say(JSON.stringify(Object.fromEntries(facts), null, 2));
  } else if (config.has('parseable')) {
    for (const { name, current, wanted, latest, dependent, place } of found)
      npm.say(
        [
          place === undefined ? '' : `${project.path}/${place}`,
          `${name}@${wanted}`,
          current === undefined ? 'MISSING' : `${name}@${current}`,
          `${name}@${latest}`,
          dependent,
        ].join(':'),
      );
  } else if (found.length > 0) {
    const rows = found.map(({ name, current = 'MISSING', wanted, latest, place = '-', dependent }) => [
      name,
      current,
      wanted,
      latest,
      place,
      dependent,
    ]);
    npm.say(table([HEAD, ...rows]));
  }
  return found.length > 0 ? 1 : 0;
};

/** Columns with two spaces between them; those of versions stand to the right. */
function table(rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, at) => (at > 0 && at < 4 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ');
  return rows.map((row) => line(row).trimEnd()).join('\n');
}
