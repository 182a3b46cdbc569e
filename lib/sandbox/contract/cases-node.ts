import { contains, equal, truthy } from './expect';
import type { ContractCase } from './contract-case';
import type { Sandbox } from '@/lib/ports';
import { finished, readUntil } from './text';

async function node(sandbox: Sandbox, cwd: string, files: Record<string, string>, ...args: string[]) {
  for (const [name, text] of Object.entries(files)) {
    const path = `${cwd}/${name}`;
    await sandbox.fs.mkdir(path.slice(0, path.lastIndexOf('/')), { recursive: true });
    await sandbox.fs.writeFile(path, text);
  }
  return finished(await sandbox.spawn('node', args, { cwd }));
}

export const nodeCases: readonly ContractCase[] = [
  {
    name: 'node ends with 1 for a rejection that nobody handles, and tells a program that listens',
    async run(sandbox, cwd) {
      const files = {
        'ends.js': `Promise.reject(new TypeError('left alone'));`,
        'later.js': `async function main() { await null; throw new Error('in main') }
          process.on('exit', (code) => console.log('exit', code)); main();`,
        'listens.js': `process.on('unhandledRejection', (reason, promise) => console.log(reason.message, promise instanceof Promise));
          Promise.reject(new Error('heard')); setTimeout(() => console.log('goes on'), 20);`,
      };
      const ended = await node(sandbox, cwd, files, 'ends.js');
      equal(ended.code, 1);
      contains(ended.text, 'TypeError: left alone');
      const later = await node(sandbox, cwd, {}, 'later.js');
      equal(later.code, 1);
      contains(later.text, 'exit 1');
      contains(later.text, 'Error: in main');
      equal(await node(sandbox, cwd, {}, 'listens.js'), { text: 'heard true\ngoes on\n', code: 0 });
    },
  },
  {
    name: 'node says which program is not there',
    async run(sandbox, cwd) {
      const files = {
        'main.js': `const { spawn, spawnSync } = require('child_process');
          const { status, error } = spawnSync('no-such-program');
          console.log(status, error.code, error.syscall);
          spawn('no-such-program', ['a']).on('error', ({ code, path, spawnargs }) => console.log(code, path, spawnargs));`,
      };
      equal(await node(sandbox, cwd, files, 'main.js'), {
        text: "null ENOENT spawnSync no-such-program\nENOENT no-such-program [ 'a' ]\n",
        code: 0,
      });
    },
  },
  {
    name: 'node prints values, and runs ticks before promises',
    async run(sandbox, cwd) {
      const files = {
        'main.js': `Promise.resolve().then(() => console.log('promise')); process.nextTick(() => console.log('tick'));
          console.log({ a: { b: { c: { d: 1 } } } }, new Map([['k', [1, , 3]]]), [function f() {}, class A {}, Symbol('s'), -0, 1n]);
          console.log('%s has %d of %o', 'x', 3, [1]);`,
      };
      equal(await node(sandbox, cwd, files, 'main.js'), {
        text: `{ a: { b: { c: [Object] } } } Map(1) { 'k' => [ 1, <1 empty item>, 3 ] } [ [Function: f], [class A], Symbol(s), -0, 1n ]
x has 3 of [ 1, [length]: 1 ]
tick
promise
`,
        code: 0,
      });
    },
  },
  {
    name: 'node runs CommonJS with files, paths and arguments',
    async run(sandbox, cwd) {
      const files = {
        'lib/add.js': 'exports.add = (a, b) => a + b;',
        'data.json': '{"n": 40}',
        'main.js': `const fs = require('fs'), path = require('node:path'), { add } = require('./lib/add');
          fs.writeFileSync(path.join(__dirname, 'out.txt'), String(add(require('./data.json').n, 2)));
          console.log(fs.readFileSync('out.txt', 'utf8'), process.argv.slice(2), path.basename(__filename), process.cwd() === __dirname);
          setTimeout(() => { process.exitCode = 4 }, 5);`,
      };
      equal(await node(sandbox, cwd, files, 'main.js', 'x y'), { text: "42 [ 'x y' ] main.js true\n", code: 4 });
    },
  },
  {
    name: 'node runs modules with named imports and top level await',
    async run(sandbox, cwd) {
      const files = {
        'package.json': '{"type":"module"}',
        'lib/x.js': `export const x = 41; export default function twice(n) { return 2 * n }`,
        'main.js': `import fs, { existsSync } from 'node:fs'; import { join } from 'path'; import twice, { x } from './lib/x.js';
          import { setTimeout as sleep } from 'node:timers/promises';
          await sleep(5);
          const { x: again } = await import('./lib/x.js');
          console.log(x + 1, twice(4), again, existsSync(join(import.meta.dirname, 'lib')), import.meta.url.endsWith('/main.js'), typeof fs.readFileSync);`,
      };
      equal(await node(sandbox, cwd, files, 'main.js'), { text: '42 8 41 true true function\n', code: 0 });
    },
  },
  {
    name: 'node reads and writes parts of a file',
    async run(sandbox, cwd) {
      const files = {
        'main.js': `const fs = require('fs');
          const out = fs.openSync('parts.txt', 'w+');
          console.log(fs.writeSync(out, 'hello world'), fs.writeSync(out, Buffer.from('XYZ'), 1, 1, 4), fs.fstatSync(out).size);
          fs.closeSync(out);
          const file = fs.openSync('parts.txt', 'r'), into = Buffer.alloc(4, '.');
          console.log(fs.readSync(file, into, 1, 2, null), into.toString(), fs.readSync(file, into), into.toString());
          console.log(fs.readSync(file, into, { position: 9 }), into.toString(), fs.readSync(file, into, 0, 4, 99));
          fs.closeSync(file);
          const more = fs.openSync('parts.txt', 'a'); fs.writeSync(more, '!'); fs.closeSync(more);
          for (const fails of [() => fs.readSync(file, into), () => fs.openSync('none.txt'), () => fs.openSync('parts.txt', 'wx')]) {
            try { fails() } catch (error) { console.log(error.code) }
          }
          console.log(fs.readFileSync('parts.txt', 'utf8'));`,
      };
      equal(await node(sandbox, cwd, files, 'main.js'), {
        text: '11 1 11\n2 .he. 4 llY \n2 ldY  0\nEBADF\nENOENT\nEEXIST\nhellY world!\n',
        code: 0,
      });
    },
  },
  {
    name: 'node packs and unpacks',
    async run(sandbox, cwd) {
      const files = {
        'main.mjs': `import zlib, { gzipSync, gunzipSync } from 'node:zlib'; import { pipeline, Readable } from 'node:stream'; import { promisify } from 'node:util';
          const text = 'tea '.repeat(1000);
          for (const name of ['deflate', 'deflateRaw', 'gzip']) {
            const packed = zlib[name + 'Sync'](text);
            const back = zlib[{ deflate: 'inflate', deflateRaw: 'inflateRaw', gzip: 'gunzip' }[name] + 'Sync'](packed);
            console.log(name, packed.length < 100, Buffer.isBuffer(packed), back.toString() === text);
          }
          const callback = await promisify(zlib.gzip)(text);
          console.log(gunzipSync(callback).length);
          let streamed = '';
          for await (const part of Readable.from([gzipSync(text)]).pipe(zlib.createGunzip())) streamed += part;
          console.log(streamed === text);
          try { gunzipSync('no gzip') } catch (error) { console.log(error.code) }`,
      };
      equal(await node(sandbox, cwd, files, 'main.mjs'), {
        text: 'deflate true true true\ndeflateRaw true true true\ngzip true true true\n4000\ntrue\nZ_DATA_ERROR\n',
        code: 0,
      });
    },
  },
  {
    name: 'node hashes a file',
    async run(sandbox, cwd) {
      const files = {
        'data.txt': 'tea and ✓\n',
        'main.js': `const fs = require('fs'), crypto = require('node:crypto');
          const data = fs.readFileSync('data.txt');
          const sha256 = crypto.createHash('SHA-256').update(data.subarray(0, 4)).update(data.subarray(4)).digest('hex');
          console.log(sha256, crypto.hash('md5', data, 'base64'));
          console.log(crypto.createHmac('sha512', 'key').update(data.toString(), 'utf8').digest('base64url').slice(0, 24), Buffer.from('_-8', 'base64url').toString('base64url'));
          console.log(crypto.pbkdf2Sync('tea', 'salt', 10, 8, 'sha1').toString('hex'), crypto.scryptSync('tea', 'salt', 8, { N: 16 }).toString('hex'));
          const hash = crypto.createHash('sha1');
          hash.digest();
          for (const fails of [() => hash.update('more'), () => crypto.createHash('none'), () => crypto.createHash('sha1').update(1)]) {
            try { fails() } catch (error) { console.log(error.code ?? error.message) }
          }
          console.log(crypto.randomBytes(70_000).length, crypto.randomInt(7, 8), crypto.timingSafeEqual(data, Buffer.from(data)));
          console.log([crypto, globalThis.crypto].map(({ randomUUID }) => typeof randomUUID), crypto.randomUUID().length);
          const sums = fs.createReadStream('data.txt').pipe(crypto.createHash('sha1')).setEncoding('hex');
          sums.on('data', (sum) => {
            console.log(sum);
            crypto.subtle.digest('SHA-256', data).then((digest) => console.log(Buffer.from(digest).toString('hex') === sha256));
          });`,
      };
      const lines = [
        'b31ad1cc882ee7c2b2b17a1dab621bb781831a6449d7d83113487430d871ed92 wlZIcWYHdPvFU+ZE7HYFQw==',
        'N8yL-hwCZZXrcuZrhaEs4vRU _-8',
        'b2c43564b9424340 9dde258aef8d4540',
        'ERR_CRYPTO_HASH_FINALIZED',
        'Digest method not supported',
        'ERR_INVALID_ARG_TYPE',
        '70000 7 true',
        "[ 'function', 'function' ] 36",
        '280f00ce758c7732d6926a8fb63625b0631cb266',
        'true',
      ];
      equal(await node(sandbox, cwd, files, 'main.js'), { text: `${lines.join('\n')}\n`, code: 0 });
    },
  },
  {
    name: 'node resolves packages',
    async run(sandbox, cwd) {
      const files = {
        'node_modules/plain/package.json': '{"main":"lib/main.js"}',
        'node_modules/plain/lib/main.js': 'module.exports = "plain";',
        'node_modules/@s/mod/package.json':
          '{"exports":{".":{"import":"./m.mjs","require":"./c.cjs"},"./sub/*":"./s/*.cjs"}}',
        'node_modules/@s/mod/m.mjs': 'export default "esm";',
        'node_modules/@s/mod/c.cjs': 'module.exports = "cjs";',
        'node_modules/@s/mod/s/one.cjs': 'module.exports = "one";',
        'src/a.cjs': `console.log(require('plain'), require('@s/mod'), require('@s/mod/sub/one'));
          try { require('@s/mod/m.mjs') } catch (e) { console.log(e.code) }
          try { require('nothing') } catch (e) { console.log(e.code) }`,
        'src/b.mjs': `import m from '@s/mod'; import plain from 'plain'; console.log(m, plain)`,
      };
      const first = await node(sandbox, cwd, files, 'src/a.cjs');
      equal(first.text, 'plain cjs one\nERR_PACKAGE_PATH_NOT_EXPORTED\nMODULE_NOT_FOUND\n');
      equal((await node(sandbox, cwd, {}, 'src/b.mjs')).text, 'esm plain\n');
    },
  },
  {
    name: 'node evaluates, prints and says its version',
    async run(sandbox, cwd) {
      equal((await node(sandbox, cwd, {}, '-e', 'console.log(1 + 1)')).text, '2\n');
      equal((await node(sandbox, cwd, {}, '-p', '[1, { a: "b" }]')).text, "[ 1, { a: 'b' } ]\n");
      truthy(/^v\d+\.\d+\.\d+\n$/.test((await node(sandbox, cwd, {}, '--version')).text), 'a version');
    },
  },
  {
    name: 'an uncaught error ends node with its stack and code 1',
    async run(sandbox, cwd) {
      const thrown = await node(
        sandbox,
        cwd,
        { 'a.js': 'function boom() { throw new TypeError("bad thing") }\nboom();' },
        'a.js',
      );
      equal(thrown.code, 1);
      contains(thrown.text, 'TypeError: bad thing');
      contains(thrown.text, 'a.js');
      const rejected = await node(sandbox, cwd, { 'b.mjs': 'await Promise.reject(new Error("rejected"))' }, 'b.mjs');
      equal(rejected.code, 1);
      contains(rejected.text, 'Error: rejected');
      const missing = await node(sandbox, cwd, {}, 'none.js');
      equal(missing.code, 1);
      contains(missing.text, 'Cannot find module');
    },
  },
  {
    name: 'node exits when told and runs exit listeners',
    async run(sandbox, cwd) {
      const script = `process.on('exit', (code) => console.log('bye', code)); setInterval(() => {}, 1000);
        setTimeout(() => { try { process.exit(6) } finally { console.log('unreachable') } }, 5)`;
      equal(await node(sandbox, cwd, { 'a.js': script.replace('try {', '').replace(/} finally.*? }/, '') }, 'a.js'), {
        text: 'bye 6\n',
        code: 6,
      });
    },
  },
  {
    name: 'timers keep node alive unless unreferenced',
    async run(sandbox, cwd) {
      const script = `setInterval(() => {}, 5).unref(); const t = setTimeout(() => console.log('no'), 5); clearTimeout(t);
        setImmediate(() => { console.log('immediate'); setTimeout((a) => console.log(a), 1, 'later') }); process.nextTick(() => console.log('tick'));
        Promise.resolve().then(() => console.log('micro')); console.log('sync')`;
      equal((await node(sandbox, cwd, { 'a.js': script }, 'a.js')).text, 'sync\ntick\nmicro\nimmediate\nlater\n');
    },
  },
  {
    name: 'node file errors have codes',
    async run(sandbox, cwd) {
      const script = `const fs = require('fs'); const codes = [];
        for (const f of [() => fs.readFileSync('none'), () => fs.readdirSync('a.js'), () => fs.mkdirSync('.'), () => fs.rmdirSync('d'), () => fs.statSync({}), () => fs.stat('d')])
          { try { f(); codes.push('ok') } catch (e) { codes.push(e.code) } }
        fs.promises.readFile('none').catch((e) => { codes.push(e.code, e.syscall); console.log(codes.join()) })`;
      const { text } = await node(sandbox, cwd, { 'a.js': script, 'd/x': '' }, 'a.js');
      equal(text, 'ENOENT,ENOTDIR,EEXIST,ENOTEMPTY,ERR_INVALID_ARG_TYPE,ERR_INVALID_ARG_TYPE,ENOENT,open\n');
    },
  },
  {
    name: 'node reads its input',
    async run(sandbox, cwd) {
      await sandbox.fs.writeFile(
        `${cwd}/a.js`,
        `let s = ''; process.stdin.setEncoding('utf8').on('data', (d) => (s += d)).on('end', () => console.log(s.toUpperCase()))`,
      );
      const child = await sandbox.spawn('node', ['a.js'], { cwd });
      const writer = child.input.getWriter();
      await writer.write('abc');
      await writer.close();
      equal(await finished(child), { text: 'ABC\n', code: 0 });
    },
  },
  {
    name: 'node in a pipe and in a list',
    async run(sandbox, cwd) {
      await sandbox.fs.writeFile(`${cwd}/a.js`, `console.log('b'); console.log('a'); process.exitCode = 3`);
      const { text } = await finished(
        await sandbox.spawn('bash', ['-c', 'node a.js | sort; node a.js > f || echo "code $?"; cat f'], { cwd }),
      );
      equal(text, 'a\nb\ncode 3\nb\na\n');
    },
  },
  {
    name: 'node below bash streams',
    async run(sandbox, cwd) {
      await sandbox.fs.writeFile(
        `${cwd}/a.js`,
        `console.log('first'); const t = setInterval(() => { if (require('fs').existsSync('go')) { console.log('second'); clearInterval(t) } }, 5)`,
      );
      const child = await sandbox.spawn('bash', ['-c', 'echo zero && node a.js; echo end'], { cwd });
      const reader = child.output.getReader();
      equal(await readUntil(reader, 'first\n'), 'zero\nfirst\n');
      await sandbox.fs.writeFile(`${cwd}/go`, '');
      equal(await readUntil(reader, 'end\n'), 'second\nend\n');
    },
  },
  {
    name: 'an endless loop in node is killed and its files stay',
    async run(sandbox, cwd) {
      for (const [command, args] of [
        ['node', ['a.js']],
        ['bash', ['-c', 'node a.js']],
      ] as const) {
        await sandbox.fs.writeFile(
          `${cwd}/a.js`,
          `require('fs').writeFileSync('file', 'kept'); console.log('started'); for (;;) {}`,
        );
        const child = await sandbox.spawn(command, args, { cwd });
        await readUntil(child.output.getReader(), 'started');
        child.kill('SIGKILL');
        equal(await child.exit, 137);
        equal(await sandbox.fs.readFile(`${cwd}/file`, 'utf8'), 'kept');
      }
    },
  },
  {
    name: 'node catches SIGTERM if it wants to',
    async run(sandbox, cwd) {
      await sandbox.fs.writeFile(
        `${cwd}/a.js`,
        `process.on('SIGTERM', () => { console.log('caught'); process.exit(9) }); setInterval(() => {}, 1000); console.log('ready')`,
      );
      const child = await sandbox.spawn('node', ['a.js'], { cwd });
      const reader = child.output.getReader();
      await readUntil(reader, 'ready\n');
      child.kill('SIGTERM');
      equal(await readUntil(reader, '\n'), 'caught\n');
      equal(await child.exit, 9);
    },
  },
  {
    name: 'node --test is red and says why, then green',
    async run(sandbox, cwd) {
      const files = {
        'package.json': '{"type":"module"}',
        'src/add.js': 'export const add = (a, b) => a - b;',
        'test/add.test.js': `import { test, describe, it } from 'node:test'; import assert from 'node:assert/strict'; import { add } from '../src/add.js';
          test('adds', () => assert.equal(add(1, 2), 3));
          describe('group', () => { it('holds', async () => { await null; assert.deepEqual({ a: [1] }, { a: [1] }) }); it.skip('not now', () => {}) });`,
        'other.test.js': `import test from 'node:test'; test('parent', async (t) => { await t.test('child', () => {}) });`,
      };
      const red = await node(sandbox, cwd, files, '--test');
      equal(red.code, 1);
      for (const part of ['adds', '-1 !== 3', 'add.test.js', '# tests 5', '# pass 3', '# fail 1', '# skipped 1'])
        contains(red.text.replaceAll('ℹ', '#'), part);
      const green = await node(sandbox, cwd, { 'src/add.js': 'export const add = (a, b) => a + b;' }, '--test');
      equal(green.code, 0);
      for (const part of ['# pass 4', '# fail 0']) contains(green.text.replaceAll('ℹ', '#'), part);
    },
  },
  {
    name: 'a test file runs by itself',
    async run(sandbox, cwd) {
      const text = `const { test, before, afterEach } = require('node:test'); const assert = require('node:assert'); let n = 0;
        before(() => { n = 10 }); afterEach(() => { n++ });
        test('one', () => assert.strictEqual(n, 10)); test('two', () => assert.strictEqual(n, 11)); test('later', { todo: true }, () => { throw new Error('not yet') });`;
      const passed = await node(sandbox, cwd, { 'a.js': text }, 'a.js');
      equal(passed.code, 0);
      for (const part of ['# pass 2', '# todo 1']) contains(passed.text.replaceAll('ℹ', '#'), part);
      const failed = await node(sandbox, cwd, { 'b.js': text.replace('n, 11', 'n, 12') }, 'b.js');
      equal(failed.code, 1);
      contains(failed.text, '11 !== 12');
    },
  },
  {
    name: 'node starts other programs',
    async run(sandbox, cwd) {
      const script = `const { execSync, spawnSync, spawn } = require('child_process');
        console.log(execSync('echo hi | tr h H', { encoding: 'utf8' }).trim(), spawnSync('node', ['-e', 'process.exit(3)']).status);
        spawn('bash', ['-c', 'echo out; exit 2']).on('close', (code) => console.log('closed', code)).stdout.on('data', (d) => console.log(String(d).trim()))`;
      equal(await node(sandbox, cwd, { 'a.js': script }, 'a.js'), { text: 'Hi 3\nout\nclosed 2\n', code: 0 });
    },
  },
  {
    name: 'node runs TypeScript',
    needs: 'typescript',
    async run(sandbox, cwd) {
      const files = {
        'lib.ts': 'export interface Point { x: number }\nexport const make = (x: number): Point => ({ x });',
        'main.ts': `import { make, type Point } from './lib.ts';\nconst p: Point = make(7);\nconsole.log(p.x satisfies number);`,
        'a.test.ts': `import { test } from 'node:test';\nimport assert from 'node:assert';\nimport { make } from './lib';\ntest('typed', () => { assert.equal((make(1) as { x: number }).x, 1) });`,
      };
      equal(await node(sandbox, cwd, files, 'main.ts'), { text: '7\n', code: 0 });
      const tested = await node(sandbox, cwd, {}, '--test');
      equal(tested.code, 0);
      contains(tested.text.replaceAll('ℹ', '#'), '# pass 1');
    },
  },
];
