import { expect, it } from 'vitest';
import { RecentExchanges } from './exchanges';

const exchange = (request: string) => ({ wire: 'openai' as const, url: 'u', request, startedAt: 1, cut: false });

it('gives each session its own, and forgets the oldest of all', () => {
  const exchanges = new RecentExchanges(10);
  const keep = (owner: string, request: string) =>
    exchanges.add({ owner, threadId: 't', runId: `run ${request}`, exchange: exchange(request) });
  const of = (owner: string) => exchanges.of(owner, 't').map(({ runId }) => runId);
  keep('me', 'first');
  keep('you', 'mine');
  expect([of('me'), of('you'), exchanges.of('me', 'another')]).toEqual([['run first'], ['run mine'], []]);
  keep('me', 'again');
  expect([of('me'), of('you')]).toEqual([['run again'], ['run mine']]);
  keep('me', 'longer than all there is room for');
  expect([of('me'), of('you')]).toEqual([[], []]);
});

it('looks at each of many only now and then', () => {
  const exchanges = new RecentExchanges();
  let looked = 0;
  const watched = {
    ...exchange(''),
    get request() {
      looked += 1;
      return 'x';
    },
  };
  const many = 4_000;
  for (let n = 0; n < many; n += 1) exchanges.add({ owner: 'me', threadId: 't', runId: `${n}`, exchange: watched });
  expect(looked).toBeLessThan(many * 40);
  expect(exchanges.of('me', 't')).toHaveLength(many);
});
