import { readFileSync } from 'node:fs';
import { KEYED_PROVIDERS } from '@/lib/protocol/keys';
import { expect, it } from 'vitest';
import { providerOf } from '.';

const readme = readFileSync(new URL('../../../../README.md', import.meta.url), 'utf8');

it.each(KEYED_PROVIDERS)('the README names the key variable of %s under Settings', (id) => {
  expect(readme.split('\n## Settings\n')[1]).toContain(`| \`${providerOf(id).keyVariable}\` `);
});
