import type { Observed } from './observed';

/** What an agent has planned, and where that stands. */
export interface Plan {
  /** Markdown. */
  readonly text: string;
  readonly state: 'draft' | 'submitted' | 'approved' | 'rejected' | 'change';
  /** A person's words about it. */
  readonly feedback?: string;
}

/** A plan that waits for a person's word. */
export interface PlanRequest {
  readonly callId: string;
  /** Markdown. */
  readonly text: string;
}

export type PlanAnswer =
  | { readonly answer: 'approved' | 'rejected'; readonly feedback?: string }
  | { readonly answer: 'change'; readonly feedback: string };

/** Whether the agent is planning, and what it has planned. Planning is the permission mode `plan`. */
export interface PlanStore extends Observed<Plan | undefined> {
  readonly planning: boolean;
  /** Changes to mode `plan`. */
  enter(): Promise<void>;
  /** Keeps a draft where a person can see it. */
  draft(text: string): Promise<void>;
  /** Shows the plan to a person and waits. Approved: the mode is `default` then. Rejects only when `signal` aborts. */
  submit(request: PlanRequest, signal: AbortSignal): Promise<PlanAnswer>;
}
