import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Limiter, OpenStreams, OverLimit } from './limiter';
import { LIMIT_NAMES, limitOf } from './limits.mjs';
import { networkOf } from './network.mjs';

const SMALL = { TOOLYARD_SESSION_REQUESTS: '60', TOOLYARD_SESSION_STREAMS: '2', TOOLYARD_ADDRESS_STREAMS: '3' };
const small = (now = () => 0) => new Limiter((name) => limitOf(name, SMALL), now);
const who = (owner: string, address = 'here') => ({ owner, address });

describe('a limiter', () => {
  it('lets a minute’s worth through at once, and then what has filled up again', () => {
    let now = 0;
    const limiter = small(() => now);
    for (let request = 0; request < 60; request += 1) limiter.requestOf('a');
    expect(() => limiter.requestOf('a')).toThrow(expect.objectContaining({ retryAfter: 1 }));
    expect(() => limiter.requestOf('b')).not.toThrow();
    now += 1000;
    expect(() => limiter.requestOf('a')).not.toThrow();
    expect(() => limiter.requestOf('a')).toThrow(OverLimit);
  });

  it('keeps nobody out because the clock was set back', () => {
    let now = 3_600_000;
    const limiter = small(() => now);
    limiter.requestOf('a');
    now = 0;
    for (let request = 0; request < 59; request += 1) limiter.requestOf('a');
    expect(() => limiter.requestOf('a')).toThrow(expect.objectContaining({ retryAfter: 1 }));
  });

  it('holds what lasts by session and by address, and lets it go once', () => {
    const limiter = small();
    const first = limiter.hold(who('a'), ['streams', 'runs']);
    limiter.hold(who('a'), ['streams']);
    expect(() => limiter.hold(who('a'), ['runs', 'streams'])).toThrow(
      expect.objectContaining({ limit: 'TOOLYARD_SESSION_STREAMS' }),
    );
    limiter.hold(who('b'), ['streams']);
    expect(() => limiter.hold(who('c'), ['streams'])).toThrow(
      expect.objectContaining({ limit: 'TOOLYARD_ADDRESS_STREAMS' }),
    );
    first.streams();
    first.streams();
    limiter.hold(who('c'), ['streams']);
    expect(() => limiter.hold(who('c'), ['streams'])).toThrow(OverLimit);
  });

  it('forgets strangers when there are too many of them', () => {
    let now = 0;
    const limiter = small(() => now);
    for (let stranger = 0; stranger < 50_000; stranger += 1) {
      now += 1;
      limiter.requestOf(String(stranger));
    }
    expect(() => limiter.requestOf('a')).not.toThrow();
  });
});

it('the end of the last stream of a thread is waited for, but not for ever', async () => {
  const streams = new OpenStreams();
  const leave = streams.add('error');
  const left = streams.left('error', 2 ** 31 - 1);
  leave();
  expect(await left).toBe(true);
  streams.add('t');
  expect([await streams.left('t', 1), await streams.left('other', 0)]).toEqual([false, true]);
});

it('every limit stands in the README', () => {
  const readme = readFileSync('README.md', 'utf8');
  expect(LIMIT_NAMES.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
});

it.each([
  ['1.2.3.4', '1.2.3.4'],
  ['6.6.6.6, 1.2.3.4', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:db8:1:2::9', '2001:db8:1:2'],
  ['nonsense', 'unknown'],
])('an address %s is counted as %s', (forwarded, address) => {
  expect(networkOf(forwarded)).toBe(address);
});
