import { expect, test } from '../fixtures/test';
import { YourTurnCard } from '../pages/your-turn-card';

test('each key of the list does what it says @long', async ({ playground, page }) => {
  test.slow();
  const { keyboard } = page;
  const dialog = page.getByRole('dialog');
  const pressed = new Set<string>();
  const press = async (title: string, key: string): Promise<void> => {
    pressed.add(title);
    await keyboard.press(key);
  };
  const paneInFocus = () =>
    page.evaluate(() => document.activeElement?.closest('[data-pane]')?.getAttribute('data-pane'));

  await playground.open({ scenario: 'ask-first' });
  for (const [title, key, name] of [
    ['Choose a scenario…', 'o', 'Scenarios'],
    ['Threads in this browser…', 't', 'Threads'],
    ['All commands', 'ControlOrMeta+k', 'All commands'],
    ['Settings', 'ControlOrMeta+,', 'Settings'],
    ['Keys', '?', 'Keys'],
  ] as const) {
    await press(title, key);
    await expect(dialog, title).toHaveAccessibleName(new RegExp(name));
    await keyboard.press('Escape');
    await expect(dialog).toBeHidden();
  }
  const panes = ['Files', 'Editor', 'Conversation', 'Call', 'Terminal', 'Events', 'Timeline'];
  for (const [index, title] of panes.entries()) {
    await press(title, String(index + 1));
    await expect.poll(paneInFocus, title).toBe(title);
    if (title !== 'Terminal') continue;
    await press('Next pane; also leaves the editor and the terminal', 'F6');
    await expect.poll(paneInFocus).toBe('Timeline');
  }
  for (const [title, key, name] of [
    ['Contract: what the model is given for each tool', 'c', 'Contract'],
    ['Policy: what may run', 'p', 'Policy'],
    ['Hooks, rate limits and the order of the pipeline', 'h', 'Hooks'],
    ['Requests: what the model was sent, and what came back', 'w', 'Requests'],
    ['State: what agents keep', 's', 'Stores'],
    ['Write a message', '/', 'Message'],
  ] as const) {
    await playground.messages.focus();
    await press(title, key);
    await expect.poll(paneInFocus, title).toBe(name);
    // Whatever gets the focus, the tabs stay in view.
    await expect(page.getByRole('tab', { name: 'Terminal' })).toBeInViewport({ ratio: 1 });
  }
  await playground.messages.focus();
  const following = page.getByRole('button', { name: /^Follow/ });
  const before = await following.getAttribute('aria-pressed');
  await press('Follow the agent, or stop following it', 'f');
  await expect(following).not.toHaveAttribute('aria-pressed', before ?? '');
  await press('Show or hide the files', 'ControlOrMeta+b');
  await expect(playground.pane('Files')).toBeHidden();
  await keyboard.press('ControlOrMeta+b');
  await expect(playground.pane('Files')).toBeVisible();
  await playground.file('README.md').press('Enter');
  await expect(playground.editor.lines.first()).toBeVisible();
  await keyboard.press('2');
  await keyboard.type('By hand. ');
  await expect(playground.editor.tab(/README.md, not saved/)).toBeVisible();
  await press('Save the file', 'ControlOrMeta+s');
  await expect(playground.editor.tab(/README.md, not saved/)).toBeHidden();
  await keyboard.press('F6');

  await playground.messages.focus();
  await press('Run the scenario', 'r');
  const { card } = playground.approval;
  await expect(card).toBeVisible();
  const first = await card.innerText();
  await press('Allow the waiting call, or approve the plan', 'a');
  await expect(card).not.toHaveText(first, { useInnerText: true });
  await expect(card).toBeVisible();
  await press('Deny it, with a reason', 'd');
  await expect(card.getByRole('textbox', { name: 'Reason for denying' })).toBeFocused();
  await keyboard.press('Escape');
  await playground.messages.focus();
  await press('Stop', 'Escape');
  await expect(playground.status).toHaveText('Stopped');
  await press('New thread', 'n');
  // A file was changed by hand.
  await expect(page.getByRole('dialog').getByRole('button', { name: 'New thread' })).toBeFocused();
  await keyboard.press('Enter');
  await expect(playground.allCards).toHaveCount(0);

  await playground.open({ scenario: 'plan-first' });
  await keyboard.press('r');
  await expect(playground.plan.card).toBeVisible();
  await press('Ask for changes to the plan', 'e');
  await expect(playground.plan.card.getByRole('textbox', { name: 'What should change' })).toBeFocused();

  await playground.open({ scenario: 'ask-the-person' });
  await keyboard.press('r');
  await expect(playground.questions.card).toBeVisible();
  await press('Answer what the agent asks', 'q');
  await expect(playground.questions.card.getByRole('radio').first()).toBeFocused();
  await keyboard.press('ControlOrMeta+.');
  await expect(playground.status).toHaveText('Stopped');

  await playground.open({ model: 'human' });
  await keyboard.press('/');
  await keyboard.type('Hello');
  await press('Send the message (with Shift: a new line)', 'Enter');
  await expect(page.getByRole('form', { name: 'Your turn as the model' })).toBeVisible();
  await playground.messages.focus();
  await press('Write the model’s turn', 'm');
  await expect(new YourTurnCard(page).text).toBeFocused();

  await playground.messages.focus();
  await keyboard.press('?');
  await expect(dialog.locator('dt').first()).toBeVisible();
  const listed = await dialog.locator('dt').allInnerTexts();
  expect([...pressed].toSorted()).toEqual(listed.toSorted());
});
