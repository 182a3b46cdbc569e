import * as semver from 'semver';
import { manifestIn } from './install/local';
import { PackageIndex } from './install/package-index';
import { specOf } from './install/tree';
import type { NpmCommand } from './npm';

/** `npm view`: what the package set has of a package: all of it for a person, or the fields that are asked for. */
export const view: NpmCommand = (npm) => {
  const { args, config, context } = npm;
  const [word = '.', ...fields] = args;
  const isOwn = word === '.' || word.startsWith('.@');
  const { name, range } = specOf(isOwn ? `${npm.project().manifest.name ?? ''}${word.slice(1)}` : word);
  const index = PackageIndex.load(context);
  const newest = index.pick(name, range);
  const all = index.versions(name);
  const versions =
    semver.valid(range) === null && range !== 'latest'
      ? semver.sort(all.filter((one) => semver.satisfies(one, range)))
      : [newest.version];
  npm.warn('view this is what the package set of this sandbox has: the registry may have newer versions');
  const known = versions.map((version) => ({ version, about: aboutOf(index, name, version) }));
  if (fields.length === 0 && !config.has('json')) {
    for (const { about } of known) npm.say(pretty(about));
    return 0;
  }
  const found = known.flatMap(({ version, about }) => {
    const values =
      fields.length === 0 ? Object.entries(about) : fields.map((field) => [field, valueAt(about, field)] as const);
    const some = values.filter(([, value]) => value !== undefined);
    return some.length > 0 ? [{ version, some }] : [];
  });
  if (config.has('json')) {
    const told = found.map(({ some }) => (some.length === 1 ? some[0]?.[1] : Object.fromEntries(some)));
    if (told.length > 0) npm.say(JSON.stringify(told.length === 1 ? told[0] : told, null, 2));
    return 0;
  }
  const isEach = found.length > 1;
  const isNamed = found.some(({ some }) => some.length > 1);
  for (const { version, some } of found)
    for (const [field, given] of some) {
      const value: unknown = Array.isArray(given) && given.length === 1 ? given[0] : given;
      const text = typeof value === 'string' && !isEach && !isNamed ? value : shown(value);
      npm.say(`${isEach ? `${name}@${version} ` : ''}${isNamed ? `${field} = ` : ''}${text}`);
    }
  return 0;
};

interface About {
  name: string;
  version: string;
  versions: string[];
  'dist-tags': { latest: string };
  dist: { integrity?: string; tarball: string };
  dependencies?: Record<string, string>;
  [field: string]: unknown;
}

function aboutOf(index: PackageIndex, name: string, version: string): About {
  const { integrity, resolved = '', dependencies } = index.pick(name, version);
  return {
    ...manifestIn(index.tarball(name, version), name),
    name,
    version,
    ...(dependencies && { dependencies }),
    versions: semver.sort(index.versions(name)),
    'dist-tags': { latest: index.pick(name, 'latest').version },
    dist: { ...(integrity !== undefined && { integrity }), tarball: resolved },
  };
}

const valueAt = (about: object, path: string): unknown =>
  path.split('.').reduce<unknown>((at, key) => (Object.hasOwn(Object(at), key) ? Object(at)[key] : undefined), about);

/** A value as Node's `inspect` writes it: on one line if it fits. */
function shown(value: unknown): string {
  if (typeof value === 'string') return `'${value.replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map(shown)
    : Object.entries(value).map(([key, one]) => `${/^[\w$]+$/.test(key) ? key : `'${key}'`}: ${shown(one)}`);
  if (parts.length === 0) return isList ? '[]' : '{}';
  const length = parts.reduce((sum, part) => sum + part.length + 2, 0);
  const fits = length + MARGIN <= WIDTH && !parts.some((part) => part.includes('\n'));
  const [open, close] = isList ? '[]' : '{}';
  return fits
    ? `${open} ${parts.join(', ')} ${close}`
    : `${open}\n  ${parts.join(',\n').replaceAll('\n', '\n  ')}\n${close}`;
}

const WIDTH = 80;
const MARGIN = 10;

function pretty(about: About): string {
  const { name, version, versions, dist, license, description, homepage, keywords, bin, dependencies = {} } = about;
  const needs = Object.entries(dependencies).map((need) => need.join(': '));
  const programs = typeof bin === 'string' ? [name] : Object.keys(Object(bin));
  return [
    '',
    `${name}@${version} | ${typeof license === 'string' ? license : 'Proprietary'} | deps: ${needs.length || 'none'} | versions: ${versions.length}`,
    ...[description, homepage].filter((line) => typeof line === 'string'),
    ...(Array.isArray(keywords) && keywords.length > 0 ? [`\nkeywords: ${keywords.join(', ')}`] : []),
    ...(programs.length > 0 ? [`\nbin: ${programs.join(', ')}`] : []),
    '\ndist',
    `.tarball: ${dist.tarball}`,
    ...(dist.integrity === undefined ? [] : [`.integrity: ${dist.integrity}`]),
    ...(needs.length > 0 ? ['\ndependencies:', needs.join(', ')] : []),
    '\ndist-tags:',
    `latest: ${about['dist-tags'].latest}`,
  ].join('\n');
}
