import { deflateRawSync } from 'node:zlib';
import { expect, it } from 'vitest';
import type { Pack } from './pack';
import { packFragment, packIn } from './pack-link';
import { TEMPLATES } from './templates';

const pack = (files: Readonly<Record<string, string>>): Pack => ({
  toolyardPack: 1,
  name: 'mine',
  files: { ...files },
});
const fragmentOf = (value: unknown): string => `#pack=${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;

it('a link carries a pack, whatever is written in it', async () => {
  for (const files of [...TEMPLATES.map((template) => template.files), { 'a.md': '„Ünï” 🙂\u0000' }]) {
    const fragment = await packFragment(pack(files));
    expect(fragment).toMatch(/^#pack=[\w-]+$/);
    expect(await packIn(fragment ?? '')).toEqual({ ok: true, pack: pack(files) });
  }
});

it('a pack that is too large for a link has none', async () => {
  const noise = Array.from({ length: 40_000 }, (_, index) =>
    String.fromCharCode(33 + ((index * index * 7919) % 94)),
  ).join('');
  const random = Buffer.from(crypto.getRandomValues(new Uint8Array(60_000))).toString('base64');
  expect(await packFragment(pack({ 'a.md': noise + random }))).toBeUndefined();
});

it.each([
  ['that is empty', '#pack=', 'Part of it may be missing'],
  ['that is cut off', fragmentOf(pack({ 'main.ts': 'const a = 1;' })).slice(0, -9), 'Part of it may be missing'],
  ['that is no base64', '#pack=ä%', 'Part of it may be missing'],
  ['that is no pack', fragmentOf({ name: 'mine' }), 'no pack of Toolyard'],
  ['of a later version', fragmentOf({ ...pack({}), toolyardPack: 2 }), 'a later version of Toolyard'],
  ['whose files lead elsewhere', fragmentOf(pack({ '../a.ts': '' })), '../a.ts'],
  [
    'that unfolds without end',
    fragmentOf(pack({ 'a.md': ' '.repeat(9_000_000) })),
    'It unfolds to more than 4,000,000 bytes',
  ],
])('a fragment %s is no pack, and says what it is', async (_, fragment, reason) => {
  expect(await packIn(fragment)).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
});

it('a fragment of another kind is about something else', async () => {
  expect(await packIn('#thread=1')).toBeUndefined();
});
