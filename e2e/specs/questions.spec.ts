import { expect, test } from '../fixtures/test';
import { violationsIn } from '../fixtures/violations-in';

const WHEN = 'When should amounts be rounded?';
const WHO = 'Who should be told about it?';

test.beforeEach(async ({ playground }) => {
  await playground.open({ scenario: 'ask-the-person' });
  await playground.run();
  await expect(playground.questions.card).toContainText(WHEN, { timeout: 60_000 });
});

test('answered by choice and in own words, the agent goes on with it', async ({ playground, page }) => {
  const { questions } = playground;
  await expect(playground.status).toHaveText('Waiting for you');
  await expect(playground.cards('AskUser', 'waiting for you')).toHaveCount(1);
  await expect.poll(() => violationsIn(page, '[aria-label="Questions"]')).toEqual([]);
  await questions
    .question(WHEN)
    .getByRole('radio', { name: /^Each line/ })
    .check();
  await questions
    .question(WHO)
    .getByRole('checkbox', { name: /^Developers/ })
    .check();
  await questions.own(WHO).fill('the auditor');
  await questions.answer();
  await playground.waitForEnd();
  await expect(questions.card).toHaveCount(0);
  await expect(playground.cards('AskUser', 'succeeded')).toHaveCount(1);
  await expect(playground.cards('Write', 'succeeded')).toHaveCount(1);
  await expect(playground.messages).toContainText('So: Each line.');
});

test('by keyboard, wherever the focus is: a digit chooses, Enter answers', async ({ playground, page }) => {
  await page.keyboard.press('2');
  await expect(playground.questions.question(WHEN).getByRole('radio', { name: /^Once/ })).toBeChecked();
  await playground.questions.own(WHO).fill('nobody');
  await page.keyboard.press('Enter');
  await playground.waitForEnd();
  await expect(playground.messages).toContainText('So: Once, at the end.');
});

test('a question survives a reload, and a stop ends it', async ({ playground, page }) => {
  await page.reload();
  await expect(playground.questions.card).toContainText(WHEN);
  await expect(playground.cards('AskUser', 'waiting for you')).toHaveCount(1);
  await playground.stop();
  await expect(playground.status).toHaveText('Stopped');
  await expect(playground.cards('AskUser', 'stopped')).toHaveCount(1);
});

test('digits stand at the question that they answer, and go on to the next', async ({ playground, page }) => {
  const { questions } = playground;
  const digits = (words: string) => questions.question(words).locator('kbd');
  await expect(digits(WHEN)).not.toHaveCount(0);
  await expect(digits(WHO)).toHaveCount(0);
  await page.keyboard.press('1');
  await expect(digits(WHO)).not.toHaveCount(0);
  await expect(digits(WHEN)).toHaveCount(0);
  await page.keyboard.press('1');
  await expect(questions.question(WHO).getByRole('checkbox').first()).toBeChecked();
  await expect(questions.question(WHEN).getByRole('radio').first()).toBeChecked();
});

test('what was chosen and typed is there again after a reload', async ({ playground, page }) => {
  const { questions } = playground;
  await questions.question(WHEN).getByRole('radio', { name: /^Once/ }).check();
  await questions.own(WHO).fill('the audi');
  await page.reload();
  await expect(questions.own(WHO)).toHaveValue('the audi');
  await expect(questions.question(WHEN).getByRole('radio', { name: /^Once/ })).toBeChecked();
  await questions.answer();
  await playground.waitForEnd();
  await expect(playground.messages).toContainText('So: Once, at the end.');
});
