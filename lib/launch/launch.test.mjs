import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { answers, chooseAddress, freePort } from './address.mjs';
import { notInstalled } from './install.mjs';
import { checkNode } from './node-version.mjs';
import { isBuilt, hashSources, markBuilt } from './sources.mjs';

/** @type {(() => void)[]} */
const clean = [];
afterEach(() => {
  for (const undo of clean.splice(0)) undo();
});

/** A folder with these files. @param {Record<string, string>} files */
function project(files) {
  const root = mkdtempSync(join(tmpdir(), 'toolyard-launch-'));
  clean.push(() => rmSync(root, { recursive: true }));
  for (const [path, text] of Object.entries(files)) write(root, path, text);
  return root;
}

/** @param {string} root @param {string} path @param {string} text */
function write(root, path, text) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

/** Occupies a port. @param {number} port @returns {Promise<number>} */
const occupy = (port) =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    clean.push(() => server.close());
    server.listen(port, '127.0.0.1', () => resolve(port));
  });

describe('notInstalled', () => {
  const lock = (/** @type {object} */ packages) => JSON.stringify({ packages });
  const wanted = lock({
    '': {},
    'node_modules/a': { version: '1.0.0' },
    'node_modules/b': { version: '2.0.0', optional: true },
  });

  it.each([
    ['nothing is installed', { 'package-lock.json': wanted }, 'there is no node_modules yet'],
    [
      'a package is missing',
      { 'package-lock.json': wanted, 'node_modules/.package-lock.json': lock({}) },
      'a is not at 1.0.0',
    ],
    [
      'a package is at another version',
      {
        'package-lock.json': wanted,
        'node_modules/.package-lock.json': lock({ 'node_modules/a': { version: '1.0.1' } }),
      },
      'a is not at 1.0.0',
    ],
    [
      'only an optional package is missing',
      {
        'package-lock.json': wanted,
        'node_modules/.package-lock.json': lock({ 'node_modules/a': { version: '1.0.0' } }),
      },
      undefined,
    ],
  ])('knows when %s', (_, files, reason) => {
    expect(notInstalled(project(files))).toBe(reason);
  });
});

describe('isBuilt', () => {
  const built = () => {
    const root = project({
      'app/page.tsx': 'a',
      'app/page.test.tsx': 't',
      'lib/x.ts': 'x',
      '.next/BUILD_ID': 'id',
      'public/sandbox/kernel.js': '',
    });
    markBuilt(root, '.next', hashSources(root));
    return root;
  };

  it('is true of a build of the same sources', () => {
    expect(isBuilt(built(), '.next')).toBe(true);
  });

  it.each([
    ['a source changed', 'app/page.tsx', 'b', false],
    ['a source came', 'lib/y.ts', 'y', false],
    ['a configuration came', 'next.config.mjs', '', false],
    ['a test changed', 'app/page.test.tsx', 'u', true],
    ['a sandbox bundle was written', 'public/sandbox/kernel.js', 'k', true],
  ])('after %s', (_, path, text, expected) => {
    const root = built();
    write(root, path, text);
    expect(isBuilt(root, '.next')).toBe(expected);
  });

  it.each(['.next/BUILD_ID', '.next/toolyard-sources', 'public/sandbox/kernel.js'])('is false without %s', (path) => {
    const root = built();
    rmSync(join(root, path));
    expect(isBuilt(root, '.next')).toBe(false);
  });
});

describe('chooseAddress', () => {
  it('takes PORT and TOOLYARD_HOST', async () => {
    const port = await freePort('127.0.0.1');
    expect(await chooseAddress({ PORT: String(port), TOOLYARD_HOST: '0.0.0.0' })).toEqual({
      host: '0.0.0.0',
      port,
      url: `http://127.0.0.1:${port}`,
    });
  });

  it('refuses a PORT that is taken', async () => {
    const port = await occupy(await freePort('127.0.0.1'));
    expect(await answers('127.0.0.1', port)).toBe(true);
    await expect(chooseAddress({ PORT: String(port) })).rejects.toThrow(`127.0.0.1:${port}: it is in use`);
  });

  it('passes over taken ports when PORT is not set', async () => {
    const { port } = await chooseAddress({});
    // Somebody else on this machine may have taken it by now: it is taken all the same.
    await occupy(port).catch(() => undefined);
    expect((await chooseAddress({})).port).not.toBe(port);
  });

  it.each(['http', '0', '70000', '1.5'])('refuses PORT=%s', async (PORT) => {
    await expect(chooseAddress({ PORT })).rejects.toThrow('PORT must be a number');
  });

  it('refuses a host that is not ours', async () => {
    await expect(chooseAddress({ TOOLYARD_HOST: '192.0.2.1' })).rejects.toThrow('TOOLYARD_HOST');
  });
});

describe('checkNode', () => {
  it.each(['20.9.0', '20.20.2', '22.0.0', '26.1.0'])('accepts %s', (version) => {
    expect(() => checkNode(version)).not.toThrow();
  });
  it.each(['18.20.0', '20.8.1'])('refuses %s', (version) => {
    expect(() => checkNode(version)).toThrow('needs Node 20.9');
  });
});
