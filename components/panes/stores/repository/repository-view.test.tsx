// @vitest-environment jsdom
import type { RepositoryView as Seen, WorktreeStore } from '@/lib/ports';
import { act } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { elementNamed, renderPage, unrenderAll } from '../../../fixtures/render';
import RepositoryView from './repository-view';

afterEach(unrenderAll);

const store = (look: WorktreeStore['look']): WorktreeStore => ({
  look,
  current: () => undefined,
  list: async () => [],
  create: () => Promise.reject(new Error()),
  remove: async () => undefined,
  removeUnused: async () => false,
  enter: async () => undefined,
  exit: async () => undefined,
});

async function show(look: WorktreeStore['look']) {
  const { place } = await renderPage({ ports: { worktrees: store(look) } }, <RepositoryView />);
  await act(async () => undefined);
  return place;
}

const SEEN: Seen = {
  branch: 'main',
  changes: [
    { path: 'a.ts', code: 'M ' },
    { path: 'b.ts', code: '??' },
  ],
  branches: ['main', 'worktree-fix'],
  worktrees: [{ name: 'fix', path: '/home/project/.worktrees/fix', branch: 'worktree-fix' }],
  commits: [{ id: '1234567', subject: 'First', author: 'Me', at: 0 }],
};

describe('the pane of the repository', () => {
  it('shows what differs, branches, worktrees and commits', async () => {
    await show(async () => SEEN);
    expect(elementNamed('ul', 'On main').textContent).toMatch(/a\.tsmodified, staged.*b\.tsuntracked/s);
    expect(elementNamed('ul', 'Branches').textContent).toContain('worktree-fixchecked out in fix');
    expect(elementNamed('ul', 'Worktrees').textContent).toContain('/home/project/.worktrees/fix');
    expect(elementNamed('ul', 'Last commits').textContent).toContain('1234567First');
  });

  it('says where there is none, and why one cannot be read', async () => {
    expect((await show(async () => undefined)).textContent).toContain('There is no git repository');
    await unrenderAll();
    const broken = await show(() => Promise.reject(new Error('not a git repository: /x')));
    expect(broken.textContent).toContain('cannot be read: not a git repository: /x');
  });
});
