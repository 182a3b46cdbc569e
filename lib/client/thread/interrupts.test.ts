import { afterEach, describe, expect, it } from 'vitest';
import { createFakeServer, type FakeTurn } from '../testing/fake-server';
import { createBrowser, idle, until } from '../testing/test-tab';

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

function setUp() {
  const script: FakeTurn[] = [{ guard: 'toolyard:your-turn' }];
  const server = createFakeServer(() => script.shift() ?? { text: 'Done.' });
  const browser = createBrowser(server);
  closing.push(browser.close);
  return { server, host: browser.tab() };
}

describe('a person as the model', () => {
  it('is asked, and what is written travels as the answer of the interrupt', async () => {
    const { server, host } = setUp();
    await host.send('Go');
    const asked = await until(host, ({ status }) => status === 'your-turn');
    expect(asked.error).toBeUndefined();
    const turn = { text: 'I look.', calls: [{ name: 'Look', arguments: '{' }] };
    await host.takeTurn(turn);
    const { turnAsked } = await until(host, idle);
    expect(turnAsked).toBeUndefined();
    expect(server.posts[1]?.resume).toEqual([
      { interruptId: asked.turnAsked?.interruptId, status: 'resolved', payload: turn },
    ]);
  });

  it('hands back to the model that is chosen then', async () => {
    const { server, host } = setUp();
    await host.send('Go');
    await until(host, ({ status }) => status === 'your-turn');
    host.setOptions({ model: 'scripted' });
    await host.takeTurn();
    await until(host, idle);
    expect(server.posts[1]?.resume?.[0]?.payload).toBeUndefined();
    expect(server.posts[1]?.forwardedProps).toMatchObject({ toolyard: { model: 'scripted' } });
  });

  it('is not asked where no turn is waited for', async () => {
    const { server, host } = setUp();
    await host.takeTurn({ text: 'x', calls: [] });
    expect(server.posts).toEqual([]);
  });
});
