import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import glob from 'fast-glob';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { KEYED_PROVIDERS } from '@/lib/protocol';
import { countTokens, createModel, listModels } from './index';
import { ANTHROPIC_VERSION } from './provider-clients';
import type { Secrets } from './model';
import { collect, requestOf } from './testing';

afterEach(() => vi.unstubAllEnvs());

/** Every environment variable that the sources of the two SDKs name. */
const VARIABLES = [
  ...new Set(['@anthropic-ai/sdk', 'openai'].flatMap((name) => sourcesOf(name).flatMap(variablesIn))),
].toSorted();

function sourcesOf(name: string): string[] {
  const folder = dirname(createRequire(import.meta.url).resolve(name));
  return glob.sync('**/*.js', { cwd: folder }).map((path) => readFileSync(join(folder, path), 'utf8'));
}

function variablesIn(source: string): string[] {
  return [...source.matchAll(/['"]((?:ANTHROPIC|OPENAI|AZURE|AWS|CLAUDE)_[A-Z0-9_]+)['"]/g)].map(
    ([, found = '']) => found,
  );
}

const HEADERS = 'x-evil: evil\nauthorization: Bearer evil\nx-api-key: evil\nanthropic-version: evil\naccept: evil';
const evil = (variable: string): string => {
  if (/URL|ENDPOINT/.test(variable)) return 'https://evil.example/v1';
  return variable.includes('HEADERS') ? HEADERS : 'evil';
};

const secrets: Secrets = {
  typed: {
    ...Object.fromEntries(KEYED_PROVIDERS.map((id) => [id, `sk-${id}`])),
    'anthropic@https://gateway.example': 'gateway-a',
    'openai@https://gateway.example': 'gateway-o',
  },
  headers: { 'anthropic@https://gateway.example': { 'x-team': 'red' } },
};
const CHOICES = [
  ...KEYED_PROVIDERS.map((model) => ({ model })),
  { model: 'anthropic', baseURL: 'https://gateway.example/a' },
  { model: 'openai', baseURL: 'https://gateway.example/v1', modelName: 'm' },
];

/** What every call of ours sends: where, and with which headers. */
async function sent(): Promise<string[]> {
  const seen: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const headers = Object.fromEntries(new Headers(init?.headers));
    seen.push(JSON.stringify([input instanceof Request ? input.url : String(input), headers]));
    return Response.json({ error: { message: 'no' } }, { status: 400 });
  };
  const quietly = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);
  for (const options of CHOICES) {
    const model = createModel(options, secrets, {}, { fetch });
    await quietly(collect(model, requestOf([{ id: '1', role: 'user', content: 'Go.' }])));
    await quietly(listModels(options, secrets, { fetch }));
  }
  await quietly(countTokens({ text: 'x' }, { apiKey: 'sk-counts', fetch }));
  return seen.toSorted();
}

describe('what is sent to providers', () => {
  it('is what Settings says', async () => {
    const seen = await sent();
    expect(seen).toHaveLength(2 * CHOICES.length + 2);
    for (const id of KEYED_PROVIDERS) expect(seen.filter((one) => one.includes(`sk-${id}`))).toHaveLength(2);
    expect(seen.filter((one) => one.includes('gateway-a'))).toEqual([
      expect.stringContaining('https://gateway.example/a/v1/messages'),
      expect.stringContaining('https://gateway.example/a/v1/models'),
    ]);
    expect(seen.every((one) => one.includes('x-team') === one.includes('gateway-a'))).toBe(true);
  });

  it('knows the variables', () => {
    expect(VARIABLES).toEqual(
      expect.arrayContaining(['ANTHROPIC_BASE_URL', 'ANTHROPIC_CUSTOM_HEADERS', 'OPENAI_ORG_ID', 'OPENAI_BASE_URL']),
    );
    expect(VARIABLES.length).toBeGreaterThan(20);
  });

  it.each([...VARIABLES, 'all of them'])('does not change with %s', async (variable) => {
    const before = await sent();
    for (const name of VARIABLES) if (name === variable || variable === 'all of them') vi.stubEnv(name, evil(name));
    const after = await sent();
    expect(after).toEqual(before);
    expect(after.join()).not.toContain('evil');
  });

  it('is written for the version of the API that the SDK is for, and authorized as it does', async () => {
    let headers = new Headers();
    const fetch: typeof globalThis.fetch = async (_input, init) => {
      headers = new Headers(init?.headers);
      return Response.json({ data: [] });
    };
    await new Anthropic({ apiKey: 'sk', fetch }).models.list();
    expect(headers.get('anthropic-version')).toBe(ANTHROPIC_VERSION);
    expect(headers.get('authorization')).toBe('Bearer sk');
  });
});
