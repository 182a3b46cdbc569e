import { startChatServer, type ChatServer } from '../doubles/chat-server';
import { record, replay } from '../fixtures/cassettes';
import { expect, test as own } from '../fixtures/own-server';
import { CassetteDialog } from '../pages/cassette-dialog';
import { SettingsDialog } from '../pages/settings-dialog';

const test = own.extend<{ provider: ChatServer; settings: SettingsDialog }>({
  provider: async ({}, use) => {
    const provider = await startChatServer();
    await use(provider);
    await provider.close();
  },
  settings: async ({ page }, use) => {
    await use(new SettingsDialog(page));
  },
});

/** A link to a model of the server, which runs its calls without asking. */
const modelOf = ({ baseURL }: ChatServer, modelName: string) =>
  ({ mode: 'bypassPermissions', model: 'openai', baseURL, modelName }) as const;

test.describe('with a private address that the operator lists', () => {
  test.use({ env: { TOOLYARD_ALLOW_HOSTS: '127.0.0.1' } });

  test('a server of one’s own is chosen, told its own key only, and its calls are run', async ({
    playground,
    provider,
    settings,
    page,
  }) => {
    await playground.open({ mode: 'bypassPermissions' });
    await page.getByRole('combobox', { name: 'Model', exact: true }).selectOption('openai');
    await expect(settings.dialog).toContainText('OPENAI_API_KEY');
    await settings.key.fill('sk-openai');
    await settings.use(settings.key);
    await expect(settings.dialog).toContainText('This tab uses the key.');
    await settings.address.fill(provider.baseURL);
    await settings.use(settings.address);
    await expect(settings.dialog).toContainText('Type the name of the model');
    await settings.dialog.getByRole('button', { name: 'List models' }).click();
    await expect(settings.dialog).toContainText('2 models');
    await settings.name.fill('can-call');
    await settings.close();
    await expect(page).toHaveURL(/modelName=can-call.*baseURL=http/);

    await playground.say('What is in the README?');
    await playground.waitForEnd();
    await expect(playground.cards('Read', 'succeeded')).toHaveCount(1);
    await expect(playground.messages).toContainText('It is a small cart.');
    // OpenAI's own key must not be sent to anybody else.
    expect(JSON.stringify(provider.requests)).not.toContain('sk-openai');
    await playground.expectAllResolved();

    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await playground.show('Requests');
    await playground.requests.choose(1);
    const asked = provider.requests.find(({ path }) => path === '/v1/chat/completions');
    await expect.poll(() => playground.requests.copied('Copy')).toBe(asked?.body);
    await expect
      .poll(() => playground.requests.copied('Copy as curl'))
      .toContain(`'${provider.baseURL}/chat/completions'`);
    await playground.requests.show('Response');
    await expect.poll(() => playground.requests.copied('Copy')).toContain('data: [DONE]');
  });

  test('the bytes of its replies are kept, and replay through the same adapter without it @long', async ({
    playground,
    provider,
    page,
  }) => {
    await playground.open(modelOf(provider, 'can-call'));
    const cassettes = new CassetteDialog(page);
    await playground.command('Replay or save a cassette…');
    await cassettes.bytes.click();
    await expect(cassettes.bytes).toBeChecked();
    await page.keyboard.press('Escape');
    await playground.say('What is in the README?');
    await playground.waitForEnd();
    const cassette = await record(playground);
    const turns = cassette.entries.filter((entry) => entry.kind === 'turn');
    expect(turns.map(({ reply }) => reply?.chunks.map(({ text }) => text).join(''))).toEqual([
      expect.stringContaining('"name":"Read"'),
      expect.stringContaining('It is a small cart.'),
    ]);

    const asked = provider.requests.length;
    // Only the bytes are left, so everything that is said comes through the adapter.
    const bytes = cassette.entries.map((entry) => (entry.kind === 'turn' ? { ...entry, pieces: [] } : entry));
    await replay(playground, { ...cassette, entries: bytes });
    await expect(playground.messages.getByRole('note', { name: 'Replay' })).toContainText('2 of 2 turns');
    await playground.waitForEnd();
    await expect(playground.cards('Read', 'succeeded')).toHaveCount(1);
    await expect(playground.messages).toContainText('It is a small cart.');
    expect(provider.requests).toHaveLength(asked);
  });

  test('a thousand calls of one turn are all answered, and keys are taken meanwhile @long', async ({
    playground,
    provider,
    page,
  }) => {
    await playground.open(modelOf(provider, 'calls-a-lot'));
    await playground.say('What is in the README?');
    await expect(playground.allCards).toHaveCount(1000);
    const message = page.getByRole('textbox', { name: 'Message', exact: true });
    await message.pressSequentially('And then?');
    await playground.waitForEnd();
    await expect(playground.messages).toContainText('It is a small cart.');
    await playground.expectAllResolved();
    await expect(message).toHaveValue('And then?');
  });

  test('a model that takes no tools is asked in a dialect, and the page says so', async ({ playground, provider }) => {
    await playground.open(modelOf(provider, 'cannot-call'));
    await playground.say('What is in the README?');
    await playground.waitForEnd();
    await expect(playground.cards('Read', 'succeeded')).toHaveCount(1);
    await expect(playground.messages).toContainText('takes no tools for this model');
    await expect(playground.messages).not.toContainText('<tool_call>');
  });
});

test('an address that nobody listed is not asked, and the page says what to set @long', async ({
  playground,
  provider,
}) => {
  await playground.open({ model: 'openai', baseURL: provider.baseURL, modelName: 'can-call' });
  await playground.say('Hello');
  await expect(playground.messages.getByRole('alert')).toContainText('TOOLYARD_ALLOW_HOSTS');
  expect(provider.requests).toEqual([]);
});
