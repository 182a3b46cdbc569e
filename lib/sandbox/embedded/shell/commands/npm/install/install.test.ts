import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runNative } from '../../../../testing/native';
import type { Outcome } from '../../../../testing/outcome';
import { runEmbedded } from '../../../testing/embedded';
import { integrityOf, packageSet, type Published } from '../../../testing/package-set';
import { isPlace } from './reify';

const LONG = process.env.TOOLYARD_LONG !== undefined;
const REGISTRY = 'https://registry.npmjs.org';

const PACKAGES: Published[] = [
  { name: 'leaf', version: '1.0.0', license: 'MIT' },
  { name: 'leaf', version: '1.2.0', license: 'MIT', funding: 'https://example.org' },
  { name: 'leaf', version: '2.0.0', license: 'MIT', engines: { node: '>=18' } },
  { name: 'old', version: '1.0.0', license: 'ISC', dependencies: { leaf: '^1.0.0' } },
  { name: 'new', version: '1.0.0', license: 'ISC', dependencies: { leaf: '^2.0.0' } },
  { name: 'both', version: '1.0.0', dependencies: { old: '^1.0.0', new: '^1.0.0' } },
  { name: 'deep', version: '3.1.0', dependencies: { both: '1.x', leaf: '1.0.0' } },
  { name: 'round', version: '1.0.0', dependencies: { trip: '*' } },
  { name: 'trip', version: '1.0.0', dependencies: { round: '^1.0.0' } },
  { name: 'plugin', version: '1.0.0', peerDependencies: { host: '^1.0.0' } },
  { name: 'host', version: '1.5.0', dependencies: { leaf: '^1.0.0' } },
  { name: 'host', version: '2.0.0' },
  {
    name: 'shy',
    version: '1.0.0',
    peerDependencies: { host: '*' },
    peerDependenciesMeta: { host: { optional: true } },
  },
  { name: 'maybe', version: '1.0.0', optionalDependencies: { leaf: '^1.0.0', nowhere: '^1.0.0' } },
  { name: 'on-mac', version: '1.0.0', os: ['darwin'] },
  { name: 'not-here', version: '1.0.0', os: ['!linux'] },
  { name: 'here', version: '1.0.0', os: ['!win32', '!darwin'], cpu: ['arm64', 'x64'] },
  {
    name: 'choosy',
    version: '1.0.0',
    optionalDependencies: { 'on-mac': '1.0.0', 'not-here': '1.0.0', here: '1.0.0' },
  },
  {
    name: '@scope/tool',
    version: '0.4.0',
    bin: { tool: 'cli.js', 'tool-two': 'lib/two.js' },
    dependencies: { leaf: '^2.0.0' },
    files: { 'cli.js': '#!/bin/sh\necho tool "$@"\n', 'lib/two.js': '#!/bin/sh\necho two\n' },
  },
];

const project = (more: object) => `${JSON.stringify({ name: 'sample', version: '1.0.0', ...more }, null, 2)}\n`;
const bare = project({});

/** A project, and lines for a shell. The first of them run always, the others in the long run. */
const CASES: readonly [name: string, manifest: string, line: string][] = [
  [
    'versions stand in one another',
    project({ dependencies: { deep: '^3.0.0', leaf: '^2.0.0' }, devDependencies: { old: '*' } }),
    'npm install',
  ],
  [
    'programs and their links',
    bare,
    'npm i -D @scope/tool && npx tool a "b c" && npm rm @scope/tool && npm i @scope/tool -E',
  ],
  [
    'added, moved, taken away',
    bare,
    'npm i leaf@1.0.0 old; npm i -D old; npm i leaf@latest; npm i leaf@^1 new; npm rm old',
  ],
  ['peers', bare, 'npm i plugin shy'],
  [
    'a peer that is there',
    project({ dependencies: { host: '1.x', plugin: '*' }, devDependencies: { leaf: '^2.0.0' } }),
    'npm install',
  ],
  ['a ring', bare, 'npm i round && npm i -D trip'],
  [
    'what may be missing',
    project({ optionalDependencies: { maybe: '*' }, devDependencies: { new: '*' } }),
    'npm install',
  ],
  [
    'what is for other machines',
    project({ optionalDependencies: { choosy: '1', 'on-mac': '1' } }),
    'npm install; ls node_modules; npm ci; ls node_modules; npm i leaf; ls node_modules; npm ls --all; echo $?',
  ],
  [
    'only for development or as an option',
    project({ optionalDependencies: { old: '*' }, devDependencies: { old: '*', host: '1' } }),
    'npm install',
  ],
  [
    'exactly the lock file',
    project({ dependencies: { both: '*' } }),
    'npm i && rm -rf node_modules && npm ci && npm ci --omit=dev',
  ],
  [
    'a lock file that is behind',
    project({ dependencies: { leaf: '^1.0.0' } }),
    'npm i && npm pkg set dependencies.leaf=^2.0.0 && npm i',
  ],
  [
    'not in step',
    project({ dependencies: { leaf: '^1.0.0' } }),
    'npm i && npm pkg set dependencies.leaf=^2.0.0 && npm ci; echo $?',
  ],
  [
    'scripts of the project',
    project({ scripts: { preinstall: 'echo a', postinstall: 'echo b', prepare: 'echo c' } }),
    'npm install leaf >/dev/null; npm install | grep -v up',
  ],
  [
    'strangers in node_modules',
    project({ dependencies: { leaf: '^1.0.0' } }),
    `mkdir -p node_modules/x && echo '{"version":"9.9.9"}' > node_modules/x/package.json; npm i; ls node_modules; npm i --no-save new; ls node_modules; npm rm leaf; ls -A node_modules`,
  ],
  [
    'what a person keeps beside the links to programs',
    bare,
    'mkdir -p node_modules/.bin/mine; echo x > node_modules/.bin/mine/x; npm i @scope/tool; npm rm @scope/tool; find node_modules | sort',
  ],
  [
    'a link that stands for node_modules',
    bare,
    `mkdir -p other/x && echo '{"version":"9.9.9"}' > other/x/package.json; ln -s other node_modules; npm i; npm i leaf; rm -r node_modules; ln -s gone node_modules; npm i; find other node_modules | sort`,
  ],
  [
    'lists that are sorted, ranges that rise',
    project({
      bin: { mine: './lib/../cli.js' },
      optionalDependencies: { old: '1', new: '*' },
      devDependencies: { leaf: '^1.0.0' },
    }),
    'npm i host@1 && cat package.json && npm update --save',
  ],
  ['nothing is found', bare, 'npm i nowhere; echo $?; npm i leaf@9; echo $?'],
  [
    'a list',
    project({ dependencies: { deep: '^3.0.0', leaf: '^2.0.0' } }),
    'npm ls; npm i >/dev/null; npm ls; npm ls --all; npm ls old; npm pkg set dependencies.new=*; npm pkg delete dependencies.leaf; npm ls; echo $?; npm ls --omit=dev; npm ls --prod',
  ],
  ['a folder without a package.json', bare, 'rm package.json; npm i leaf@1; cat package.json'],
];

const set = packageSet(PACKAGES);

/** A registry on this machine, for the machine's npm. */
function registry(): Server {
  return createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '').slice(1);
    const file = /^(.+)\/-\/(.+)$/.exec(path)?.[2];
    const scope = /^@[^/]+(?=\/)/.exec(path)?.[0];
    if (file !== undefined) {
      const tarball = set.tarballs.get(scope === undefined ? file : `${scope}+${file}`);
      response.writeHead(tarball ? 200 : 404).end(tarball);
      return;
    }
    const versions = PACKAGES.filter(({ name }) => name === path);
    const { port } = Object(request.socket.address());
    const about = versions.map(({ files: _files, ...manifest }) => {
      const base = `${manifest.name.replace(/^.*\//, '')}-${manifest.version}.tgz`;
      const tarball =
        set.tarballs.get(`${manifest.name.replace('/', '+')}-${manifest.version}.tgz`) ?? new Uint8Array();
      const dist = { tarball: `http://127.0.0.1:${port}/${manifest.name}/-/${base}`, integrity: integrityOf(tarball) };
      return [manifest.version, { ...manifest, dist }] as const;
    });
    const text = JSON.stringify({
      name: path,
      'dist-tags': { latest: versions.at(-1)?.version },
      versions: Object.fromEntries(about),
    });
    response.writeHead(versions.length > 0 ? 200 : 404, { 'content-type': 'application/json' }).end(text);
  });
}

describe('npm install beside the machine’s npm', () => {
  const server = registry();
  let address = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    address = `http://127.0.0.1:${Object(server.address()).port}`;
  });
  afterAll(() => void server.close());

  /** Files but for npm's own notes, with addresses as a registry of npm's has them. */
  const comparable = ({ stdout, files }: Outcome) => ({
    stdout: stdout
      .replaceAll(/ in \d+m?s/g, '')
      .replaceAll(/\n\d+ packages? (?:is|are) looking for funding\n.*\n/g, ''),
    files: Object.fromEntries(
      Object.entries(files)
        .filter(([path]) => !path.startsWith('.npm'))
        .map(([path, text]) => [path, text.replaceAll(address, REGISTRY)]),
    ),
  });

  it.each(LONG ? CASES : CASES.slice(0, 2))('%s', async (_name, manifest, line) => {
    const env = {
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      npm_config_registry: address,
      npm_config_cache: join(tmpdir(), `toolyard-npm-cache-${process.pid}`),
      npm_config_update_notifier: 'false',
      npm_config_audit: 'false',
      npm_config_omit_lockfile_registry_resolved: 'false',
    };
    const [native, ours] = await Promise.all([
      runNative(line, { 'package.json': manifest }, { env }),
      runEmbedded(line, { files: { 'package.json': manifest }, packageFile: set.file }),
    ]);
    expect(comparable(ours)).toEqual(comparable(native));
  });
});

describe('npm install', () => {
  it.each([
    ['npm i nowhere', 'nowhere is not in the package set'],
    ['npm i leaf@9', 'The package set of this sandbox has 1.0.0, 1.2.0, 2.0.0'],
    ['npm i github:a/b', 'is no name of a package'],
    ['npm link nothing', 'nothing is not linked for all projects'],
    ['npm search x', 'npm search is not here'],
  ])('%s says what is the matter', async (line, said) => {
    const { stdout, stderr, code } = await runEmbedded(line, {
      files: { 'package.json': bare },
      packageFile: set.file,
    });
    expect(stdout + stderr).toContain(said);
    expect(code).toBe(1);
  });

  it('leaves everything as it was when a package is missing', async () => {
    const { files } = await runEmbedded('npm i leaf nowhere', {
      files: { 'package.json': bare },
      packageFile: set.file,
    });
    expect(Object.keys(files)).toEqual(['package.json']);
  });

  it('keeps what an archive puts outside of its package out', async () => {
    const { tarballs, file } = packageSet([
      { name: 'slip', version: '1.0.0', files: { '../../../slipped': 'x', '../../up': 'x' } },
    ]);
    expect(tarballs.size).toBe(1);
    const { files } = await runEmbedded('npm i slip', { files: { 'package.json': bare }, packageFile: file });
    expect(Object.keys(files).filter((path) => /slipped|up$/.test(path))).toEqual([]);
  });
});

it('a name that leads out of node_modules is no package', () => {
  const places = ['node_modules/leaf', 'node_modules/@scope/tool', 'lib/node_modules/a/node_modules/b'];
  expect(places.filter(isPlace)).toEqual(places);
  const others = ['..', '.', '', '.bin', '@scope/..', '@../x', '@/x', 'a/b'];
  expect(others.map((name) => `node_modules/${name}`).filter(isPlace)).toEqual([]);
});
