import type { PageDependencies, PortMaker } from './dependencies';
import { openTabChannel } from './tab-channel';

/** What agents remember, whichever thread they are in. */
export const openMemory: PortMaker<PageDependencies> = async ({ tables, now, signal }) => {
  const { openMemoryStore } = await import('@/lib/stores/memory');
  return { memory: await openMemoryStore({ table: tables.library, channel: openTabChannel('memory', signal), now }) };
};
