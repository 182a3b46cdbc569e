import { openPersisted } from '@/lib/stores';
import { RestrictionStack, type Restriction } from '@/lib/tools/pool/restriction-stack';
import { z } from 'zod';
import type { PortMaker, ThreadDependencies } from './dependencies';

const RunningSchema = z.array(z.object({ by: z.string(), names: z.array(z.string()).exactOptional() }));

/**
 * The skills in the sandbox, and what those that run narrow this thread's agent to. They run until the agent leaves them or is done
 * with what it was asked; a reload in the middle of that does not end them.
 */
export const openSkills: PortMaker<ThreadDependencies> = async ({
  tables,
  threadId,
  sandbox,
  onIdle,
  whenIdle,
  signal,
}) => {
  const kept = await openPersisted<readonly Restriction[]>(tables.threads, `skills:${threadId}`, RunningSchema, []);
  const restrictions = new RestrictionStack();
  restrictions.reset(kept.value);
  // Each tells the other, but not what it was told by it.
  kept.subscribe(() => restrictions.value === kept.value || restrictions.reset(kept.value));
  restrictions.subscribe(() => void (restrictions.value === kept.value || kept.set(restrictions.value)));
  const over = () => restrictions.reset();
  onIdle(over, signal);
  void whenIdle(signal).then(() => signal.aborted || over());
  return {
    restrictions,
    skills: {
      async list() {
        const running = await sandbox();
        if (!running) return { skills: [], issues: [] };
        const { skillsOf } = await import('../skills/read-skills');
        return skillsOf(running).list();
      },
    },
  };
};
