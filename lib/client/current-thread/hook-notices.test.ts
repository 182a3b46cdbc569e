import { createMemoryStore } from '@/lib/stores';
import { describe, expect, it } from 'vitest';
import { createHookNotices } from './notify-hooks';
import type { HookNotice } from '../tool-state';

const notices = (event: HookNotice['event'], count: number): HookNotice[] =>
  Array.from({ length: count }, (_, index) => ({
    id: `${event}-${index}`,
    step: 'Mine',
    event,
    outcome: 'passed',
    note: '',
    startedAt: index,
    endedAt: index,
  }));
const idsOf = ({ list }: { list: readonly HookNotice[] }) => list.map(({ id }) => id);

describe('notices of hooks', () => {
  it('of what hooks were told never push out the others', () => {
    const kept = createHookNotices(createMemoryStore(), () => undefined);
    kept.add(notices('Stop', 3));
    kept.add(notices('FileChanged', 250));
    expect(idsOf(kept).slice(0, 4)).toEqual(['Stop-0', 'Stop-1', 'Stop-2', 'FileChanged-50']);
    expect(kept.list).toHaveLength(203);
  });

  it('belong to one thread; what comes while they are read is kept with them', async () => {
    const table = createMemoryStore();
    const kept = createHookNotices(table, () => undefined);
    kept.keepFor('one');
    kept.add(notices('Stop', 1));
    await kept.load('two');
    expect(kept.list).toEqual([]);
    const reading = kept.load('one');
    kept.add(notices('SessionEnd', 1));
    await reading;
    expect(idsOf(kept)).toEqual(['Stop-0', 'SessionEnd-0']);
    const again = createHookNotices(table, () => undefined);
    await again.load('one');
    expect(idsOf(again)).toEqual(['Stop-0', 'SessionEnd-0']);
  });
});
