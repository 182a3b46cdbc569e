import type { CodeOutcome, CodeRunner } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import type { ToSupervisor } from '../messages';
import { readAnswer, refused, SupervisorMessageSchema } from '../read-answer';
import { writeTask } from '../write-task';
import { openCodeFrame, type CodeFrame } from './open-frame';

/** A code runner of a page. Its frame is opened by the first task, or beforehand by `warm`. */
export interface FrameCodeRunner extends CodeRunner {
  warm(): void;
}

/** Runs sandboxed code in workers of a hidden frame, until `signal` aborts. */
export function createFrameCodeRunner(signal: AbortSignal): FrameCodeRunner {
  const waiting = new Map<number, (outcome: CodeOutcome) => void>();
  let nextId = 1;
  let opening: Promise<CodeFrame> | undefined;

  const lose = (frame: CodeFrame | undefined, why: string) => {
    opening = undefined;
    frame?.port.close();
    frame?.control.close();
    frame?.remove();
    for (const settle of waiting.values()) settle(refused('unavailable', why));
  };
  const connect = async (): Promise<CodeFrame> => {
    const frame = await openCodeFrame(signal);
    frame.port.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = SupervisorMessageSchema.safeParse(data);
      if (message.success) waiting.get(message.data.id)?.(readAnswer(message.data.answer));
    };
    frame.control.onmessage = ({ data }: MessageEvent<unknown>) => lose(frame, String(data));
    signal.addEventListener('abort', () => lose(frame, 'the page was left'), { once: true });
    return frame;
  };
  const open = (): Promise<CodeFrame> => {
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
      let frame: CodeFrame;
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
        return await new Promise<CodeOutcome>((resolve) => {
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
