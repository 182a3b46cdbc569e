import type { GuestOutcome, GuestRunner } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import type { ToSupervisor } from '../messages';
import { readAnswer, refused, SupervisorMessageSchema } from '../read-answer';
import { writeTask } from '../write-task';
import { openGuestFrame, type GuestFrame } from './open-frame';

/** A guest runner of a page. Its frame is opened by the first task, or beforehand by `warm`. */
export interface FrameGuest extends GuestRunner {
  warm(): void;
}

/** Runs guests in workers of a hidden frame, until `signal` aborts. */
export function createFrameGuest(signal: AbortSignal): FrameGuest {
  const waiting = new Map<number, (outcome: GuestOutcome) => void>();
  let nextId = 1;
  let opening: Promise<GuestFrame> | undefined;

  const lose = (frame: GuestFrame | undefined, why: string) => {
    opening = undefined;
    frame?.port.close();
    frame?.control.close();
    frame?.remove();
    for (const settle of waiting.values()) settle(refused('unavailable', why));
  };
  const connect = async (): Promise<GuestFrame> => {
    const frame = await openGuestFrame(signal);
    frame.port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = SupervisorMessageSchema.safeParse(data);
      if (message.success) waiting.get(message.data.id)?.(readAnswer(message.data.answer));
    };
    frame.control.onmessage = ({ data }: MessageEvent<unknown>) => lose(frame, String(data));
    signal.addEventListener('abort', () => lose(frame, 'the page was left'), { once: true });
    return frame;
  };
  const open = (): Promise<GuestFrame> => {
    opening ??= connect().catch((error: unknown) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };

  return {
    warm: () => void open().catch(() => undefined),
    async run(task, { signal: stopped, deadlineMs }) {
      const written = writeTask(task);
      if (!written.ok) return refused('not-json', written.why);
      if (stopped.aborted) return refused('aborted', 'stopped');
      let frame: GuestFrame;
      try {
        frame = await open();
      } catch (error) {
        return refused('unavailable', messageOf(error));
      }
      const send = (message: ToSupervisor) => frame.port.postMessage(message);
      const id = nextId++;
      const stop = () => {
        send({ t: 'stop', id });
        waiting.get(id)?.(refused('aborted', 'stopped'));
      };
      try {
        return await new Promise<GuestOutcome>((resolve) => {
          waiting.set(id, resolve);
          stopped.addEventListener('abort', stop, { once: true });
          if (stopped.aborted) return resolve(refused('aborted', 'stopped'));
          send({ t: 'run', id, task: written.task, deadlineMs });
        });
      } finally {
        stopped.removeEventListener('abort', stop);
        waiting.delete(id);
      }
    },
  };
}
