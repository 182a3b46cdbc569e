import type { Observed } from './observed';

/** One step: a call whose input may refer to earlier results. */
export interface WorkflowStep {
  readonly id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

/** A named list of calls, kept in this browser. */
export interface Workflow {
  readonly name: string;
  readonly description: string;
  readonly steps: readonly WorkflowStep[];
}

export interface WorkflowStore extends Observed<readonly Workflow[]> {
  /** Replaces the workflow with the same name, if any; false if there is no more room. */
  save(workflow: Workflow): Promise<boolean>;
  get(name: string): Workflow | undefined;
  remove(name: string): Promise<boolean>;
}
