import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { asCurl } from './as-curl';

const request = `{"messages":[{"content":"it's $HOME, \`id\` and \\"so\\""}]}`;

describe('asCurl', () => {
  it.each([
    ['anthropic', 'https://api.anthropic.com/v1/messages', 'x-api-key: of-anthropic'],
    ['openai', 'https://api.openai.com/v1/chat/completions', 'authorization: Bearer of-openai'],
    ['openai', 'https://generativelanguage.googleapis.com/v1beta/openai/', 'authorization: Bearer of-gemini'],
  ] as const)('%s, %s: a shell gives curl the body to the letter', (wire, url, header) => {
    const env = {
      ...process.env,
      ANTHROPIC_API_KEY: 'of-anthropic',
      OPENAI_API_KEY: 'of-openai',
      GEMINI_API_KEY: 'of-gemini',
    };
    const script = `curl() { printf '%s\\0' "$@"; }\n${asCurl({ wire, url, request })}`;
    const args = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8', env }).split('\0');
    expect(args).toEqual(expect.arrayContaining([url, header, 'content-type: application/json']));
    expect(args.at(-2)).toBe(request);
  });

  it('has nothing to ask where no server is', () => {
    expect(asCurl({ wire: 'anthropic', url: 'http://scripted.invalid/v1/messages', request })).toBeUndefined();
  });
});
