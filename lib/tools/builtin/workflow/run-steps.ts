import type { NestedCalls, Workflow, WorkflowStep } from '@/lib/ports';
import type { ToolResult } from '@/lib/protocol';
import { fill, partOf, type LookUp } from './references';

/** The outcome of one step. */
export interface StepOutcome {
  readonly step: WorkflowStep;
  readonly result: ToolResult;
  readonly ms: number;
}

interface StepRun {
  readonly nested: NestedCalls;
  /** The values for `{{input.…}}`. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly signal: AbortSignal;
  /** Reports progress while it runs. */
  readonly say: (text: string) => void;
}

/** Makes a workflow's calls one after another; stops after the first failure. */
export async function runSteps({ steps }: Workflow, { nested, given, signal, say }: StepRun): Promise<StepOutcome[]> {
  const done: StepOutcome[] = [];
  const results = new Map<string, ToolResult>();
  const lookUp: LookUp = (reference) => {
    if (reference.to === 'input') return partOf(given, reference.path);
    const result = results.get(reference.step);
    return result && partOf(fieldOf(result, reference.field), reference.path);
  };
  for (const [index, step] of steps.entries()) {
    const startedAt = Date.now();
    say(`${index + 1}/${steps.length} ${step.id} (${step.tool}) …\n`);
    const filled = fill(step.input, lookUp);
    const result: ToolResult = filled.ok
      ? await nested.call({ name: step.tool, input: filled.value }, signal)
      : { success: false, error: 'NOT_FOUND', text: `There is nothing at {{${filled.missing}}}.` };
    const ms = Date.now() - startedAt;
    say(`    ${result.success ? 'succeeded' : `failed: ${result.error ?? 'no code'}`} after ${ms} ms\n`);
    results.set(step.id, result);
    done.push({ step, result, ms });
    if (!result.success || signal.aborted) break;
  }
  return done;
}

function fieldOf(result: ToolResult, field: 'text' | 'summary' | 'structured' | 'details'): unknown {
  return field === 'structured' ? result.structuredContent : result[field];
}
