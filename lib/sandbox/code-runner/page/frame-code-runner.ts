import type { CodeOutcome, CodeRunner, CodeTask } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import type { ToSupervisor, WorkerTask } from '../messages';
import { openCodeFrame, type CodeFrame } from './open-frame';
import { MAX_PARAMETERS, MAX_ANSWER, MAX_LOG } from '../limits';
import { parseAnyJson } from '@/lib/protocol';
import { z } from 'zod';

/** A page's code runner. The first task opens its frame, or `warm` does so beforehand. */
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

/** A task as it is sent to a worker, or why it cannot be. */
export function writeTask({
  source,
  parameters,
}: CodeTask): { ok: true; task: WorkerTask } | { ok: false; why: string } {
  try {
    const values = JSON.stringify(Object.values(parameters));
    if (values.length > MAX_PARAMETERS)
      return { ok: false, why: `its parameters have over ${MAX_PARAMETERS} characters` };
    return { ok: true, task: { source, names: Object.keys(parameters), values } };
  } catch (error) {
    return { ok: false, why: `its parameters are not JSON: ${messageOf(error)}` };
  }
}

const Log = z.string().max(MAX_LOG);

/** An answer from the frame; it is not trusted beyond this form. */
const AnswerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), json: z.string().max(MAX_ANSWER).optional(), log: Log }),
  z.object({
    ok: z.literal(false),
    cause: z.enum(['threw', 'not-code', 'not-json', 'deadline', 'aborted', 'unavailable']),
    message: z.string().max(MAX_LOG),
    log: Log,
  }),
]);

const SupervisorMessageSchema = z.object({ id: z.number().int(), answer: z.unknown() });

/** Reads the answer of sandboxed code; an invalid one counts as an answer that is not JSON. */
export function readAnswer(answer: unknown): CodeOutcome {
  const parsed = AnswerSchema.safeParse(answer);
  if (!parsed.success) return refused('not-json', 'it answered nonsense');
  if (!parsed.data.ok) return parsed.data;
  const { json, log } = parsed.data;
  if (json === undefined) return { ok: true, value: undefined, log };
  const value = parseAnyJson(json);
  return value.ok ? { ok: true, value: value.value, log } : { ...refused('not-json', value.reason), log };
}

export const refused = (cause: (CodeOutcome & { ok: false })['cause'], message: string): CodeOutcome => ({
  ok: false,
  cause,
  message,
  log: '',
});
