import type { MorePorts, ThreadDependencies } from './dependencies';

type CronDependencies = Pick<
  ThreadDependencies,
  'tables' | 'threadId' | 'now' | 'wait' | 'signal' | 'say' | 'runCommand'
>;

/** The thread's schedule, which runs while the thread is open in the tab that runs it. */
export const openCron = async ({ tables, ...dependencies }: CronDependencies): Promise<MorePorts> => {
  const { openCronStore } = await import('@/lib/stores/schedule/cron');
  /** Prompts one after the other: each is a separate task for the agent. */
  let lastPrompt: Promise<unknown> = Promise.resolve();

  const say = async (prompt: string, stop: AbortSignal): Promise<{ ok: boolean; text: string }> => {
    await lastPrompt;
    if (await dependencies.say(prompt, stop)) return { ok: true, text: 'Said to the agent.' };
    return { ok: false, text: 'It was removed, or the thread was left, before it could be said.' };
  };

  return {
    cron: await openCronStore({
      ...dependencies,
      table: tables.threads,
      async perform({ name, command, does }, onState, stop) {
        if (does === 'shell') {
          const { result } = await dependencies.runCommand({ command, description: `Schedule: ${name}` }, stop);
          return { ok: result.success, text: result.text };
        }
        onState('waiting', 'Waits until the agent is idle.');
        const said = say(`${command}\n\n(Said by the schedule: the job "${name}".)`, stop);
        lastPrompt = said.catch(() => undefined);
        return said;
      },
    }),
  };
};
