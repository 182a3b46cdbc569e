import type { CodeOutcome } from '@/lib/ports';

/** What a sandboxed worker is given, once. */
export interface WorkerTask {
  source: string;
  names: readonly string[];
  /** A JSON array: what each name stands for. */
  values: string;
}

/** What a sandboxed worker says: first that it has given up its powers, then what came of its task. */
export type CodeWorkerMessage = 'ready' | WorkerAnswer;

export type WorkerAnswer =
  /** `json` is left out where nothing was returned. */
  | { ok: true; json?: string; log: string }
  | { ok: false; cause: (CodeOutcome & { ok: false })['cause']; message: string; log: string };

/** From the page to the supervisor. */
export type ToSupervisor = { t: 'run'; id: number; task: WorkerTask; deadlineMs: number } | { t: 'stop'; id: number };

/** From the supervisor to the page. `answer` is a guest's own word as long as the supervisor has not cut it off. */
export interface FromSupervisor {
  id: number;
  answer: WorkerAnswer;
}

/** What starts the supervisor: its port to the page, and the text of guest workers. */
export interface SupervisorStart {
  port: MessagePort;
  codeRunner: string;
}
