import { serveGit, type GitServer } from '@/lib/server/git-server.fixture';
import { expect, test as own } from '../fixtures/own-server';
import { FilesPane } from '../pages/files-pane';

const test = own.extend<{ remote: GitServer }>({
  remote: async ({}, use) => {
    const remote = await serveGit({ 'README.md': 'a shop\n', 'bin/run.sh': '#!/bin/sh\necho it ran\n' });
    await use(remote);
    await remote.close();
  },
});
test.use({ env: { TOOLYARD_ALLOW_HOSTS: '127.0.0.1' } });

test('a public repository is cloned as the project, and git goes on with it', async ({
  page,
  playground,
  faults,
  remote,
}) => {
  // The address that is mistyped.
  faults.allow(/services\/git-relay/);
  await playground.open({ scenario: 'fix-the-test' });
  await expect(playground.file('README.md')).toBeVisible();
  const files = new FilesPane(page);
  await files.project('Clone a git repository…');
  const dialog = page.getByRole('dialog', { name: 'Clone a git repository' });
  const address = dialog.getByRole('textbox', { name: 'Address of a public repository' });
  await expect(dialog.getByRole('button', { name: 'Clone' })).toBeDisabled();
  await address.fill(`${remote.url}s`);
  await address.press('Enter');
  await expect(dialog.getByRole('status')).toHaveText('There is no public repository at this address.');
  await address.fill(remote.url);
  await address.press('Enter');

  await files.dialog.getByRole('button', { name: 'Replace the project' }).click();
  await expect(files.row(/^bin/)).toBeVisible();
  await playground.show('Terminal');
  await playground.terminal.waitForPrompt();
  await playground.terminal.enter(
    'git log --format="last: %s" && git status --short --branch && bin/run.sh && cat LIESMICH.md',
  );
  await expect(playground.terminal.text).toContainText(/last: a shop\s*## trunk\.\.\.origin\/trunk\s*it ran\s*a shop/);
  await files.undo();
  await expect(files.row(/^bin/)).toHaveCount(0);
});
