import type { MorePorts, ThreadNeeds } from './needs';

type CronNeeds = Pick<ThreadNeeds, 'tables' | 'threadId' | 'now' | 'wait' | 'signal' | 'say' | 'run'>;

/** The thread's timetable, worked off while the thread is open in the tab that runs it. */
export const openCron = async ({ tables, ...needs }: CronNeeds): Promise<MorePorts> => {
  const { openCronStore } = await import('@/lib/stores/timetable/cron');
  /** Prompts one after the other: each is a task of its own for the agent. */
  let lastPrompt: Promise<unknown> = Promise.resolve();

  const say = async (prompt: string, stop: AbortSignal): Promise<{ ok: boolean; text: string }> => {
    await lastPrompt;
    if (await needs.say(prompt, stop)) return { ok: true, text: 'Said to the agent.' };
    return { ok: false, text: 'It was removed, or the thread was left, before it could be said.' };
  };

  return {
    cron: await openCronStore({
      ...needs,
      table: tables.threads,
      async perform({ name, command, does }, onState, stop) {
        if (does === 'shell') {
          const args = JSON.stringify({ command, description: `Timetable: ${name}` });
          const { result } = await needs.run({ name: 'Bash', args }, stop);
          return { ok: result.success, text: result.text };
        }
        onState('waiting', 'Waits until the agent is idle.');
        const said = say(`${command}\n\n(Said by the timetable: the job "${name}".)`, stop);
        lastPrompt = said.catch(() => undefined);
        return said;
      },
    }),
  };
};
