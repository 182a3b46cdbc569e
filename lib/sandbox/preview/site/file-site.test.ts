import { symlink } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createNativeSandbox, type NativeSandbox } from '../../contract/native-sandbox';
import { fileSite } from './file-site';
import { mediaTypeOf } from './site';

let sandbox: NativeSandbox;
beforeAll(async () => {
  sandbox = await createNativeSandbox();
  await sandbox.mount({
    web: { directory: { 'index.html': { file: { contents: 'Index' } }, 'a b.js': { file: { contents: '1' } } } },
  });
  await symlink('/etc', `${sandbox.workdir}/web/out`);
});
afterAll(() => sandbox.dispose());

const ask = (path: string, method = 'GET') =>
  fileSite(sandbox)({ url: new URL(path, 'file:///'), method, headers: [] }, new AbortController().signal);

it.each([
  ['web/index.html', 200, 'text/html', 'Index'],
  ['web/', 200, 'text/html', 'Index'],
  ['web/a%20b.js?v=2', 200, 'text/javascript', '1'],
  ['web', 404, 'text/plain', ''],
  ['none.html', 404, 'text/plain', ''],
  ['web/out/hostname', 404, 'text/plain', ''],
  ['web%2f..%2f..%2f..%2f..%2fetc/hostname', 404, 'text/plain', ''],
])('%s is answered with %i, %s', async (path, status, type, text) => {
  const answer = await ask(path);
  expect([answer.status, mediaTypeOf(answer), new TextDecoder().decode(answer.body)]).toEqual([status, type, text]);
});

it('takes nothing', async () => expect((await ask('web/index.html', 'POST')).status).toBe(405));
