import { expect, test } from '../fixtures/test';

/** What a browser says about requests without a network, one of which may have been for a part of the page. */
const AWAY = /ERR_INTERNET_DISCONNECTED|ERR_NETWORK_CHANGED|ERR_FAILED|ChunkLoadError/;

test('a message that the network failed is sent by itself once there is one', async ({
  playground,
  page,
  context,
  faults,
}) => {
  faults.allow(AWAY);
  await playground.play('validation');
  await context.setOffline(true);
  await playground.say('Call Read with {"file_path": "package.json"}');
  const alert = page.getByRole('alert').filter({ hasText: 'NETWORK_ERROR' });
  await expect(alert).toContainText('goes on by itself as soon as the server answers again');
  await context.setOffline(false);
  await expect(playground.messages).toContainText('Call Read with');
  await expect(alert).toBeHidden();
  await playground.waitForEnd();
  await playground.expectAllResolved();
});

test('a run that the network cuts in its middle goes on where it was', async ({ playground, context, faults }) => {
  faults.allow(AWAY);
  await playground.open({ scenario: 'long-reply', speed: 'fast' });
  await playground.run();
  await expect(playground.messages).toContainText('A tool is a promise.');
  await context.setOffline(true);
  await expect(playground.status).not.toHaveText('Done');
  await context.setOffline(false);
  await playground.waitForEnd();
  await expect(playground.messages).toContainText('is not a tool but an accident');
  await expect(playground.messages.getByText('A tool is a promise.')).toHaveCount(1);
});

test('a page whose code does not load says so, and runs after the reload that it offers', async ({
  playground,
  page,
  faults,
}) => {
  faults.allow(AWAY);
  await page.route('**/_next/static/chunks/*.js', async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes('TEXT_MULTIPLE_MATCHES')) await route.abort();
    else await route.fulfill({ response });
  });
  await playground.open({ scenario: 'validation', mode: 'bypassPermissions' });
  const card = playground.messages.getByRole('alert');
  await expect(card).toContainText('PART_NOT_LOADED');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await card.getByRole('button', { name: 'Reload the page' }).click();
  await expect(card).toBeHidden();
  await playground.ready();
  await playground.run();
  await playground.waitForEnd();
});
