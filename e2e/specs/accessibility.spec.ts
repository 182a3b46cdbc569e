import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures/test';
import { axeFor } from '../fixtures/violations-in';

/** Descriptions of violations. The insides of Monaco and xterm are not our code. */
async function violations(page: Page, colorScheme: 'dark' | 'light'): Promise<string[]> {
  const axe = axeFor(page, colorScheme).exclude('.monaco-editor').exclude('.xterm');
  const { violations: found } = await axe.analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}

for (const colorScheme of ['dark', 'light'] as const) {
  // The light theme differs only in its colours, so it is for the long run.
  test.describe(`in the ${colorScheme} theme${colorScheme === 'light' ? ' @long' : ''}`, () => {
    test.use({ colorScheme });

    test('the first screen', async ({ playground, page }) => {
      await playground.open();
      await expect(playground.file('package.json')).toBeVisible();
      await expect.poll(() => violations(page, colorScheme)).toEqual([]);
    });

    test('a finished run, with its issues, timeline and diff', async ({ playground, page }) => {
      await playground.openIssuesOfRefusedCall('fix-the-test', 'Edit');
      await expect(playground.call.issues).toHaveCount(2);
      await expect.poll(() => violations(page, colorScheme)).toEqual([]);
      await playground.show('Events');
      await expect.poll(() => violations(page, colorScheme)).toEqual([]);
      await playground.show('Terminal');
      await playground.terminal.waitForPrompt();
      await expect.poll(() => violations(page, colorScheme)).toEqual([]);
    });

    test('a call that waits for a person', async ({ playground, page }) => {
      await playground.open({ scenario: 'ask-first' });
      await playground.run();
      await expect(playground.approval.card).toBeVisible();
      await expect.poll(() => violations(page, colorScheme)).toEqual([]);
    });

    test('contract, policy and hooks @long', async ({ playground, page }) => {
      await playground.open({ pane: 'contract', tool: 'Edit' });
      await expect(playground.contract.form).toContainText('"Edit"');
      await expect.poll(() => violations(page, colorScheme)).toEqual([]);
      await playground.contract.show('Try it');
      await playground.contract.try('Bad call');
      await expect(playground.contract.outcome).toContainText('INVALID_ARGS');
      await expect.poll(() => violations(page, colorScheme)).toEqual([]);
      await playground.show('Policy');
      await playground.policy.addRule('deny', 'Write(secret/**)');
      await playground.policy.dryRun();
      await expect(playground.policy.decided).toBeVisible();
      await expect.poll(() => violations(page, colorScheme)).toEqual([]);
      await playground.show('Hooks');
      await playground.hooks.add('Hide keys');
      await expect.poll(() => violations(page, colorScheme)).toEqual([]);
      await playground.hooks.show('Rate limits');
      await expect.poll(() => violations(page, colorScheme)).toEqual([]);
    });

    test('the dialogs @long', async ({ playground, page }) => {
      await playground.open();
      for (const keys of ['ControlOrMeta+k', 'ControlOrMeta+,', '?', 'o', 't']) {
        await page.keyboard.press(keys);
        await expect(page.getByRole('dialog')).toBeVisible();
        await expect.poll(() => violations(page, colorScheme)).toEqual([]);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
      }
      await playground.command('Replay or save a cassette');
      await expect(page.getByRole('dialog', { name: 'Cassettes' })).toBeVisible();
      await expect.poll(() => violations(page, colorScheme)).toEqual([]);
    });

    test('the requests and the state of a run @long', async ({ playground, page }) => {
      await playground.openIssuesOfRefusedCall();
      await playground.show('Requests');
      await expect(playground.requests.pane).toContainText('Turn 1');
      await expect.poll(() => violations(page, colorScheme)).toEqual([]);
      await playground.show('State');
      for (const store of await playground.stores.list.getByRole('button').all()) {
        await store.click();
        await expect.poll(() => violations(page, colorScheme)).toEqual([]);
      }
    });

    test('the other pages @long', async ({ page, faults }) => {
      faults.allow(/nowhere/);
      for (const path of ['/tools', '/tools/Edit', '/workshop', '/presets', '/compare', '/nowhere']) {
        await page.goto(path);
        await expect(page.getByText('Loading…', { exact: true })).toHaveCount(0);
        await expect(page.getByRole('heading', { level: 1 })).not.toHaveCount(0);
        await expect.poll(() => violations(page, colorScheme)).toEqual([]);
      }
    });
  });
}
