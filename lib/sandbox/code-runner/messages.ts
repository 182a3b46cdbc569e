import type { CodeOutcome } from '@/lib/ports';

/** The one task that a sandboxed worker is given. */
export interface WorkerTask {
  source: string;
  names: readonly string[];
  /** A JSON array with the value of each name. */
  values: string;
}

/** What a sandboxed worker sends: first that it has given up its powers, then the outcome of its task. */
export type CodeWorkerMessage = 'ready' | WorkerAnswer;

export type WorkerAnswer =
  /** `json` is omitted if nothing was returned. */
  | { ok: true; json?: string; log: string }
  | { ok: false; cause: (CodeOutcome & { ok: false })['cause']; message: string; log: string };

/** From the page to the supervisor. */
export type ToSupervisor = { t: 'run'; id: number; task: WorkerTask; deadlineMs: number } | { t: 'stop'; id: number };

/** From the supervisor to the page. `answer` comes from sandboxed code and is not trusted, unless the supervisor ended it. */
export interface FromSupervisor {
  id: number;
  answer: WorkerAnswer;
}

/** The message that starts the supervisor: its port to the page, and the source of the workers of sandboxed code. */
export interface SupervisorStart {
  port: MessagePort;
  codeRunner: string;
}
