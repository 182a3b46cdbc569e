import type { MorePorts, PageNeeds } from './needs';
import { openTabChannel } from './tab-channel';

type CronNeeds = Pick<PageNeeds, 'tables' | 'now' | 'wait' | 'locks' | 'signal' | 'whenIdle' | 'say' | 'run'>;

/** The timetable of this browser, worked off while the page is open. */
export const openCron = async ({ tables, now, wait, locks, signal, ...needs }: CronNeeds): Promise<MorePorts> => {
  const { openCronStore } = await import('@/lib/stores/timetable/cron');
  /** Prompts one after the other: each is a task of its own for the agent. */
  let lastPrompt: Promise<unknown> = Promise.resolve();

  const say = async (prompt: string, onSaid: () => void, stop: AbortSignal): Promise<{ ok: boolean; text: string }> => {
    await lastPrompt;
    await needs.whenIdle(stop);
    if (stop.aborted) return { ok: false, text: 'It was removed before it could be said.' };
    onSaid();
    await needs.say(prompt);
    return { ok: true, text: 'Said to the agent.' };
  };

  return {
    cron: await openCronStore({
      table: tables.library,
      channel: openTabChannel('cron', signal),
      now,
      wait,
      locks,
      signal,
      async perform({ name, command, does }, onState, stop) {
        if (does === 'shell') {
          const args = JSON.stringify({ command, description: `Timetable: ${name}` });
          const { result } = await needs.run({ name: 'Bash', args }, stop);
          return { ok: result.success, text: result.text };
        }
        onState('waiting', 'Waits until the agent is idle.');
        const prompt = `${command}\n\n(Said by the timetable: the job "${name}".)`;
        const said = say(prompt, () => onState('running', ''), stop);
        lastPrompt = said.catch(() => undefined);
        return said;
      },
    }),
  };
};
