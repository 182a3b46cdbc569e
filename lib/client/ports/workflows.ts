import type { PageDependencies, PortMaker } from './dependencies';
import { openTabChannel } from './tab-channel';

/** The workflows of this browser. */
export const openWorkflows: PortMaker<PageDependencies> = async ({ tables, signal }) => {
  const { openWorkflowStore } = await import('@/lib/stores/workflows');
  const channel = openTabChannel('workflows', signal);
  return { workflows: await openWorkflowStore({ table: tables.library, channel }) };
};
