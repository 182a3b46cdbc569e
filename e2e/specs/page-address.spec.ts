import { expect, test } from '../fixtures/test';
import type { Playground } from '../pages/playground';

/** Runs a server in the sandbox, and opens an address of it in the page's pane. */
async function openServed(playground: Playground, server: string, address: string): Promise<void> {
  await playground.open();
  await playground.show('Terminal');
  await playground.terminal.waitForPrompt();
  await playground.terminal.paste(
    `echo ${btoa(server)} | base64 -d > serve.cjs; node serve.cjs & sleep 1; echo up $((6 * 7))`,
  );
  await expect(playground.terminal.text).toContainText('up 42');
  await playground.show('State');
  await playground.stores.show('Page');
  await playground.stores.openPage(address);
}

/** A server whose pages say where they are, as a router would ask. */
const SERVER = `require('http').createServer((q, r) => { r.setHeader('content-type', 'text/html'); r.end(
  '<h1></h1><p></p><a href="next?of=link">Next</a> <a href="#part">Part</a> <button onclick="go()">Push</button>' +
  '<script>const say = () => { document.querySelector("h1").textContent = location.pathname + location.search + location.hash;' +
  'document.querySelector("p").textContent = new URL(document.URL).pathname + " " + new URL("x", document.baseURI).pathname; };' +
  'const go = () => { history.pushState({ at: 1 }, "", "/todos/4?pushed#yes"); say(); };' +
  'addEventListener("popstate", say); addEventListener("hashchange", say); say();</script>'); }).listen(4321)`;

test('a page that the sandbox serves knows its address, and where its scripts have gone from there', async ({
  playground,
  page,
}) => {
  await openServed(playground, SERVER, 'localhost:4321/todos/3?done=no');

  // While a page opens, the one before it is still there.
  const shown = page.frameLocator('iframe[title="Page of the sandbox"]').last();
  const address = playground.stores.pane.getByRole('textbox', { name: 'Address' });
  const place = shown.getByRole('heading');
  await expect(place).toHaveText('/todos/3?done=no');
  await expect(shown.getByRole('paragraph')).toHaveText('/todos/3 /todos/x');
  await shown.getByRole('link', { name: 'Part' }).click();
  await expect(place).toHaveText('/todos/3?done=no#part');
  await shown.getByRole('button', { name: 'Push' }).click();
  await expect(place).toHaveText('/todos/4?pushed#yes');
  await expect(address).toHaveValue('http://localhost:4321/todos/4?pushed#yes');
  await shown.getByRole('link', { name: 'Next' }).click();
  await expect(place).toHaveText('/todos/next?of=link');
  await expect(address).toHaveValue('http://localhost:4321/todos/next?of=link');
});

/** A server whose pages send their window elsewhere, as a login or a logout does. */
const LEADING = `require('http').createServer((q, r) => { r.setHeader('content-type', 'text/html'); r.end(
  q.url === '/lib.js' ? 'function byFile() { window.location.replace("/three?by=file"); }' :
  '<h1>' + q.url + '</h1><script src="/lib.js"></script><script>function go() { location.href = "/two"; }</script>' +
  '<button onclick="go()">Script</button> <button onclick="byFile()">File</button>' +
  '<button onclick="location = \\'four#part\\'">Handler</button> <button onclick="location.reload()">Again</button>' +
  '<button onclick="location.assign(\\'https://example.org/\\')">Away</button>' +
  '<button onclick="eval(\\'location.href = &quot;/five&quot;\\')">Eval</button>'); }).listen(4322)`;

test('a page that the sandbox serves sends its window elsewhere in the sandbox, nowhere else, and says what it cannot', async ({
  playground,
  page,
}) => {
  await openServed(playground, LEADING, 'localhost:4322/one');

  const { pane } = playground.stores;
  const shown = page.frameLocator('iframe[title="Page of the sandbox"]').last();
  const address = pane.getByRole('textbox', { name: 'Address' });
  for (const [button, path, hash] of [
    ['Script', '/two', ''],
    ['File', '/three?by=file', ''],
    ['Handler', '/four', '#part'],
    ['Again', '/four', '#part'],
  ] as const) {
    await shown.getByRole('button', { name: button }).click();
    await expect(shown.getByRole('heading')).toHaveText(path);
    await expect(address).toHaveValue(`http://localhost:4322${path}${hash}`);
  }
  await shown.getByRole('button', { name: 'Away' }).click();
  await expect(pane).toContainText('https://example.org/ is not in this sandbox');
  await expect(shown.getByRole('heading')).toHaveText('/four');
  await shown.getByRole('button', { name: 'Eval' }).click();
  await expect(pane).toContainText('It is closed; open it again.');
});
