import { PROVIDERS } from '@/lib/models';
import { keyFor } from '@/lib/models/model';
import { KEYED_PROVIDERS } from '@/lib/protocol';
import { describe, expect, it } from 'vitest';
import { EnvironmentSchema, readEnvironment, type Environment } from './environment';
import { secretsOf, boundName, hostName, isLoopback } from './caller';

const TOKEN = 'an access token of the operator';
const OWN = 'sk-server';

describe('secretsOf', () => {
  it.each<[string, Record<string, string>, Partial<Environment>, string | undefined]>([
    ['the typed key goes first', { 'x-toolyard-key': ' sk-typed ' }, {}, 'sk-typed'],
    ['a typed key of blanks is none', { 'x-toolyard-key': '  ' }, {}, OWN],
    ['the own key serves loopback names', { host: 'localhost:3000' }, {}, OWN],
    ['and IPv6 loopback', { host: '[::1]:3000' }, {}, OWN],
    ['but no other name', { host: 'tools.example' }, { TOOLYARD_HOST: 'tools.example' }, undefined],
    ['nor a loopback name where strangers connect', { host: 'localhost' }, { TOOLYARD_HOST: '0.0.0.0' }, undefined],
    [
      'unless the token is presented',
      { host: 'tools.example', 'x-toolyard-access': TOKEN },
      { TOOLYARD_HOST: 'tools.example' },
      OWN,
    ],
    [
      'as a bearer string too',
      { host: 'tools.example', authorization: `Bearer ${TOKEN}` },
      { TOOLYARD_HOST: 'tools.example' },
      OWN,
    ],
    [
      'a wrong token is none',
      { host: 'tools.example', 'x-toolyard-access': 'guess' },
      { TOOLYARD_HOST: 'tools.example' },
      undefined,
    ],
  ])('%s', (_what, headers, settings, expected) => {
    const environment = {
      ...EnvironmentSchema.parse({}),
      ANTHROPIC_API_KEY: OWN,
      TOOLYARD_ACCESS_TOKEN: TOKEN,
      ...settings,
    };
    const request = new Request('http://localhost/', { headers: { host: '127.0.0.1', ...headers } });
    expect(keyFor({ model: 'anthropic' }, secretsOf(request, environment))?.key).toBe(expected);
  });

  it.each<[string, string, { model: string; baseURL?: string }, string | undefined]>([
    ['a bare key is Anthropic’s', 'sk-typed', { model: 'anthropic' }, 'sk-typed'],
    ['and nobody else’s', 'sk-typed', { model: 'openai' }, 'own-openai'],
    ['a key goes to its own provider', 'openai sk-typed', { model: 'openai' }, 'sk-typed'],
    ...KEYED_PROVIDERS.filter((id) => id !== 'openai').map((model): [string, string, { model: string }, string] => [
      `and to no other: ${model}`,
      'openai sk-typed',
      { model },
      `own-${model}`,
    ]),
    ['nor to an address', 'openai sk-typed', { model: 'openai', baseURL: 'https://evil.example/v1' }, undefined],
    [
      'unless it is that address’s',
      'openai@https://a.example sk-a',
      { model: 'openai', baseURL: 'https://a.example/v1' },
      'sk-a',
    ],
    [
      'the own key goes to no address',
      '',
      { model: 'openai', baseURL: 'https://api.openai.com.evil.example' },
      undefined,
    ],
    ['a model without keys takes none', 'scripted sk-typed', { model: 'scripted' }, undefined],
  ])('%s', (_what, header, options, expected) => {
    const own = Object.fromEntries(KEYED_PROVIDERS.map((id) => [PROVIDERS[id].keyVariable, `own-${id}`]));
    const environment = EnvironmentSchema.parse(own);
    const headers = { host: '127.0.0.1', 'x-toolyard-key': header };
    const secrets = secretsOf(new Request('http://localhost/', { headers }), environment);
    expect(keyFor(options, secrets)?.key).toBe(expected);
  });

  it('has no key to give where there is none', () => {
    expect(
      secretsOf(new Request('http://localhost/', { headers: { host: 'localhost' } }), EnvironmentSchema.parse({})),
    ).toEqual({});
  });
});

describe('hostName', () => {
  it.each([
    ['localhost', 'localhost'],
    ['LOCALHOST:3000', 'localhost'],
    ['127.0.0.1:80', '127.0.0.1'],
    ['[::1]:3000', '[::1]'],
    ['evil.example@localhost', undefined],
    ['localhost/evil', undefined],
    ['localhost?x', undefined],
    ['', undefined],
    [null, undefined],
  ])('of %s is %s', (host, name) => expect(hostName(host)).toBe(name));

  it('takes TOOLYARD_HOST in the forms a server is bound by', () => {
    expect(['localhost', '::1', '10.0.0.5', 'tools.example:8080'].map(boundName)).toEqual([
      'localhost',
      '[::1]',
      '10.0.0.5',
      'tools.example',
    ]);
    expect(isLoopback('localhost.evil.example')).toBe(false);
  });
});

describe('readEnvironment', () => {
  it('counts an empty variable as none', () => {
    expect(
      readEnvironment({ NODE_ENV: 'test', TOOLYARD_SECRET: '', ANTHROPIC_API_KEY: '', TOOLYARD_LEASE_MS: '2000' }),
    ).toEqual({
      TOOLYARD_DATA: '.data',
      TOOLYARD_ALLOW_HOSTS: [],
      TOOLYARD_ALLOW_ORIGINS: [],
      TOOLYARD_LEASE_MS: 2_000,
      TOOLYARD_TRIGGER_URLS: [],
    });
  });

  it.each([
    ['TOOLYARD_LEASE_MS', 'soon'],
    ['TOOLYARD_LEASE_MS', '-1'],
    ['TOOLYARD_SESSION_STREAMS', 'many'],
    ['TOOLYARD_SESSION_TOKENS', '0'],
    ['TOOLYARD_SECRET', 'short'],
  ])('names a setting that cannot be: %s=%s', (name, value) => {
    expect(() => readEnvironment({ NODE_ENV: 'test', [name]: value })).toThrow(name);
  });
});
