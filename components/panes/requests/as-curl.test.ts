import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { providerOf } from '@/lib/models/declarations/providers';
import { KEYED_PROVIDERS } from '@/lib/protocol';
import { asCurl } from './as-curl';

const request = `{"messages":[{"content":"it's $HOME, \`id\` and \\"so\\""}]}`;

describe('asCurl', () => {
  it.each(KEYED_PROVIDERS)('%s: a shell gives curl the body to the letter, and the key', (id) => {
    const { wire, url, keyVariable } = providerOf(id);
    const env = { ...process.env, [keyVariable]: `of-${id}` };
    const header = wire === 'anthropic' ? `x-api-key: of-${id}` : `authorization: Bearer of-${id}`;
    const script = `curl() { printf '%s\\0' "$@"; }\n${asCurl({ wire, url, request })}`;
    const args = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', env }).split('\0');
    expect(args).toEqual(expect.arrayContaining([url, header, 'content-type: application/json']));
    expect(args.at(-2)).toBe(request);
  });

  it('has nothing to ask where no server is', () => {
    expect(asCurl({ wire: 'anthropic', url: 'http://scripted.invalid/v1/messages', request })).toBeUndefined();
  });
});
