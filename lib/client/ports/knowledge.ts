import type { PageDependencies, PortMaker } from './dependencies';
import { openTabChannel } from './tab-channel';

/** The documents that were taken in, for every thread of this browser. */
export const openKnowledge: PortMaker<PageDependencies> = async ({ tables, now, signal }) => {
  const { openKnowledgeStore } = await import('@/lib/stores/knowledge');
  return {
    knowledge: await openKnowledgeStore({ table: tables.library, channel: openTabChannel('knowledge', signal), now }),
  };
};
