import type { PageNeeds, PortMaker } from './needs';
import { openTabChannel } from './tab-channel';

/** The documents that were taken in, for every thread of this browser. */
export const openKnowledge: PortMaker<PageNeeds> = async ({ tables, now, signal }) => {
  const { openKnowledgeStore } = await import('@/lib/stores/knowledge');
  return {
    knowledge: await openKnowledgeStore({ table: tables.library, channel: openTabChannel('knowledge', signal), now }),
  };
};
