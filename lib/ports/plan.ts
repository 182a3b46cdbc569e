import type { Observed } from './observed';

/** An agent's plan and its state. */
export interface Plan {
  /** Markdown. */
  readonly text: string;
  readonly state: 'draft' | 'submitted' | 'approved' | 'rejected' | 'change';
  /** A person's comments on it. */
  readonly feedback?: string;
}

/** A plan that waits for a person's decision. */
export interface PlanRequest {
  readonly callId: string;
  /** Markdown. */
  readonly text: string;
}

export type PlanAnswer =
  | { readonly answer: 'approved' | 'rejected'; readonly feedback?: string }
  | { readonly answer: 'change'; readonly feedback: string };

/** Whether the agent is planning, and its plan. Planning is the permission mode `plan`. */
export interface PlanStore extends Observed<Plan | undefined> {
  readonly planning: boolean;
  /** Switches to mode `plan`. */
  enter(): Promise<void>;
  /** Keeps a draft where a person can see it. */
  draft(text: string): Promise<void>;
  /** Shows the plan to a person and waits. Approval switches the mode to `default`. Rejects only when `signal` aborts. */
  submit(request: PlanRequest, signal: AbortSignal): Promise<PlanAnswer>;
}
