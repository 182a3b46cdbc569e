import { openPersisted } from '@/lib/stores';
import { RestrictionStack, type Restriction } from '@/lib/tools/pool/restriction-stack';
import { z } from 'zod';
import type { PortMaker, ThreadDependencies } from './dependencies';

const RunningSchema = z.array(z.object({ by: z.string(), names: z.array(z.string()).exactOptional() }));

/**
 * The skills in the sandbox, and the tools that running skills restrict this thread's agent to. A skill runs until the agent
 * leaves it or is done with its task; a reload in between does not end it.
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
  // Each updates the other, except with a value that came from it.
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
