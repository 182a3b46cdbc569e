import { violationsIn } from '../fixtures/violations-in';
import { expect, test } from '../fixtures/test';

test('the agent searches, reads the best page, and is refused an address of a private network', async ({
  playground,
  faults,
}) => {
  faults.allow(/services\/web-fetch/);
  await playground.open({ scenario: 'web' });
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.cards('WebSearch', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('WebFetch', 'succeeded')).toHaveCount(1);
  const refused = playground.cards('WebFetch', 'failed');
  await expect(refused).toHaveCount(1);
  await expect(playground.messages).toContainText('Nothing answered the prompt');
  await refused.getByRole('button').first().click();
  await expect(playground.call.pane).toContainText('URL_REFUSED');
  await playground.cards('WebSearch', 'succeeded').getByRole('button').first().click();
  await expect(playground.call.pane).toContainText('TOOLYARD_SEARCH_URL');
});

test('the server in the page is connected on first use, its tools join the pool, and a person trusts one @long', async ({
  playground,
  faults,
}) => {
  faults.allow(/services\/mcp-relay/);
  await playground.open({ scenario: 'mcp' });
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.cards('ListMcpResources', 'succeeded')).toHaveCount(2);
  await expect(playground.cards('McpCall', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('mcp__playground__count_words', 'succeeded')).toHaveCount(1);
  await expect(playground.messages).toContainText('What I learnt');

  await playground.show('State');
  await playground.stores.show('MCP servers');
  const servers = playground.stores.store('MCP servers');
  const server = servers.getByRole('listitem', { name: 'playground' });
  await expect(server).toContainText('connected');
  await expect(server.getByRole('list', { name: 'Resources of playground' }).getByRole('listitem')).toHaveCount(3);
  const trust = server.getByRole('button', { name: 'Trust count_words' });
  await trust.click();
  await expect(trust).toHaveAttribute('aria-pressed', 'true');
  await server.getByRole('button', { name: 'Reconnect' }).click();
  await expect(trust).toHaveAttribute('aria-pressed', 'true');

  await servers.getByRole('textbox', { name: 'Name' }).fill('inside');
  await servers.getByRole('textbox', { name: 'Address' }).fill('http://127.0.0.1:45990/mcp');
  await servers.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(servers.getByRole('listitem', { name: 'inside' })).toContainText('TOOLYARD_ALLOW_HOSTS');
});

test('a server is started, its page of modules used by the agent and by a person, who opens and reloads it @long', async ({
  page,
  playground,
}) => {
  await playground.open({ scenario: 'server' });
  await playground.run();
  await playground.waitForEnd();
  await expect(playground.messages).toContainText('One click, one vote');

  await playground.show('State');
  await playground.stores.show('Page');
  const store = playground.stores.store('Page');
  const address = store.getByRole('textbox', { name: 'Address' });
  await expect(address).toHaveValue('http://localhost:3000/');
  const frame = page.locator('iframe[title="Page of the sandbox"]');
  const shown = frame.contentFrame();
  await expect(shown.locator('#votes')).toHaveText('1 vote');
  await shown.getByRole('button', { name: 'Yes, please' }).click();
  await expect(shown.locator('#votes')).toHaveText('2 votes');
  await expect(shown.locator('body')).toHaveCSS('background-image', /^url\("data:image\/svg/);

  await address.fill('site/style.css');
  await store.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(store.getByRole('status')).toBeHidden();
  await expect(shown.locator('#votes')).toBeHidden();
  await store.getByRole('button', { name: 'Open port 3000' }).click();
  await expect(store.getByRole('status')).toBeHidden();
  await expect(address).toHaveValue('http://localhost:3000/');
  await expect(shown.locator('#votes')).toHaveText('2 votes');
  await address.fill('https://example.com/');
  await store.getByRole('button', { name: 'Open', exact: true }).click();
  await expect(store.getByRole('alert')).toContainText('not in this sandbox');

  await store.getByRole('button', { name: 'Back' }).click();
  await expect(address).toHaveValue(/site\/style\.css$/);
  await store.getByRole('button', { name: 'Forward' }).click();
  await expect(address).toHaveValue('http://localhost:3000/');
  await store.getByRole('button', { name: '390 pixels wide' }).click();
  await expect.poll(async () => (await frame.boundingBox())?.width).toBeLessThanOrEqual(390);
  await expect.poll(() => violationsIn(page, '[data-pane="Stores"]')).toEqual([]);
});

test('a page is written, tried out and fixed, in a frame that reaches nothing and that a person can use', async ({
  page,
  playground,
  faults,
}) => {
  // The test tries whether the frame can reach anything.
  faults.allow(/Content Security Policy/);
  await playground.open({ scenario: 'browser', speed: 'fast' });
  await playground.run();
  // The person keeps writing while the agent types and clicks in the page.
  const composer = page.getByRole('textbox', { name: 'Message' });
  await composer.focus();
  const words = 'and what I write meanwhile goes where I write it';
  await expect(playground.cards('Browser', 'succeeded').first()).toBeVisible();
  await page.keyboard.type(words, { delay: 60 });
  await playground.waitForEnd();
  await expect(composer).toBeFocused();
  await expect(composer).toHaveValue(words);
  await expect(playground.messages).toContainText('Now it counts');
  await expect(playground.messages).toContainText('The picture shows it');
  await playground.show('Call');
  await expect(page.getByRole('img', { name: 'Result 1 of Take a picture of the page' })).toBeVisible();

  await playground.show('State');
  await playground.stores.show('Page');
  const store = playground.stores.store('Page');
  await expect(store.getByRole('textbox', { name: 'Address' })).toHaveValue('web/index.html');
  const shown = page.frameLocator('iframe[title="Page of the sandbox"]');
  await expect(shown.locator('#count')).toHaveText('1 items');
  await shown.getByRole('textbox').click();
  await shown.getByRole('textbox').fill('Milk');
  await shown.getByRole('button', { name: 'Add' }).click();
  await expect(shown.locator('#count')).toHaveText('2 items');
  const reached = await shown.locator('body').evaluate(async () => ({
    origin: self.origin,
    // The page's own `fetch` is answered from the sandbox; this one would go to the network.
    network: await new Promise((resolve) => {
      const source = new EventSource('/');
      source.addEventListener('open', () => resolve('reached'));
      source.addEventListener('error', () => resolve('refused'));
    }),
    cookies: (() => {
      try {
        // The browser's own cookies; `document.cookie` is the page's.
        return Reflect.get(Document.prototype, 'cookie', document);
      } catch {
        return 'refused';
      }
    })(),
  }));
  expect(reached).toEqual({ origin: 'null', network: 'refused', cookies: 'refused' });
});

const LOGIN = `require('http').createServer((request, response) => {
  const user = /user=(\\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? 'nobody';
  if (request.url === '/login') {
    response.writeHead(302, { 'set-cookie': ['user=Ann; HttpOnly; Path=/', 'theme=dark; Path=/'], location: '/' });
    return response.end();
  }
  response.setHeader('content-type', 'text/html');
  response.end('<h1>' + user + '</h1><p></p><form method="post" action="/login"><button>Sign in</button></form><output></output><script>' +
    'const open = indexedDB.open("visits"); open.onupgradeneeded = () => open.result.createObjectStore("v", { autoIncrement: true });' +
    'open.onsuccess = () => { const begun = open.result.transaction("v", "readwrite"); begun.objectStore("v").add("x");' +
    'const count = begun.objectStore("v").count(); begun.oncomplete = () => { document.querySelector("output").textContent = count.result + " kept" } };' +
    'localStorage.visits = Number(localStorage.visits ?? 0) + 1;' +
    'document.querySelector("p").textContent = localStorage.visits + " visits, " + document.cookie</script>');
}).listen(3000)`;

test('a page of the sandbox keeps its storage and its cookies while it leads on and is opened again', async ({
  page,
  playground,
}) => {
  await playground.open();
  await playground.show('Terminal');
  await playground.terminal.waitForPrompt();
  await playground.terminal.paste(`echo ${btoa(LOGIN)} | base64 -d > login.cjs; node login.cjs &`);
  await playground.show('State');
  await playground.stores.show('Page');
  const store = playground.stores.store('Page');
  // For a moment, the next page is beside the one it replaces.
  const shown = page.locator('iframe[title="Page of the sandbox"]').last().contentFrame();
  await store.getByRole('button', { name: 'Open port 3000' }).click();
  await expect(shown.getByRole('heading')).toHaveText('nobody');
  await expect(shown.getByRole('paragraph')).toHaveText('1 visits,');
  await expect(shown.getByRole('status')).toHaveText('1 kept');
  await shown.getByRole('button', { name: 'Sign in' }).click();
  await expect(shown.getByRole('heading')).toHaveText('Ann');
  await expect(shown.getByRole('paragraph')).toHaveText('2 visits, theme=dark');
  await expect(shown.getByRole('status')).toHaveText('2 kept');
  await playground.stores.openPage('http://localhost:3000/');
  await expect(shown.getByRole('paragraph')).toHaveText('3 visits, theme=dark');
  await expect(shown.getByRole('status')).toHaveText('3 kept');
  await expect(shown.getByRole('heading')).toHaveText('Ann');
});
