import type { CheckOrder } from '../system';
import type { Step } from '../invocation';

/** One step of the pipeline, for people. */
export interface PipelineStep {
  /** Its name in the trace. A step that acts before and after the call is listed twice. */
  readonly name: string;
  readonly phase: 'before' | 'run' | 'after';
  /** One line: what it does. */
  readonly about: string;
}

/** Everything a call passes, in order: what precedes the steps, the steps, the execution, the steps again. */
export function listSteps(around: readonly Step[], order: CheckOrder): readonly PipelineStep[] {
  const phase =
    (of: 'before' | 'after') =>
    (step: Step): PipelineStep[] =>
      step[of] ? [{ name: step.name, phase: of, about: step.about }] : [];
  return [
    ...(order === 'validation-permission-hooks' ? [...BEFORE, VALIDATE] : BEFORE),
    ...around.flatMap(phase('before')),
    {
      name: 'execution',
      phase: 'run',
      about: 'Runs the tool, until it answers, its deadline passes or somebody stops it.',
    },
    {
      name: 'output',
      phase: 'after',
      about: 'Checks what the tool returned, against its output schema if it has one.',
    },
    ...around.toReversed().flatMap(phase('after')),
    { name: 'retry-hint', phase: 'after', about: 'Tells the model what kind of retry helps after a failure.' },
  ];
}

const BEFORE: readonly PipelineStep[] = [
  { name: 'look-up', phase: 'before', about: 'Finds the tool, or says which names are near.' },
  { name: 'parse', phase: 'before', about: 'Reads the arguments. Only complete JSON runs.' },
];

const VALIDATE: PipelineStep = {
  name: 'validate',
  phase: 'before',
  about: 'Checks the arguments against the schema of the input.',
};
