import { openMailbox, openTeams } from '@/lib/stores';
import type { MorePorts, ThreadDependencies } from './dependencies';

/** What a thread's agents say to one another, and the teams they are in. */
export const openAgentMail = async ({ tables, threadId, now }: ThreadDependencies): Promise<MorePorts> => ({
  mailbox: await openMailbox(tables.threads, threadId, now),
  teams: await openTeams(tables.threads, threadId),
});
