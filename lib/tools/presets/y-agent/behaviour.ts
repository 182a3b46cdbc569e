import type { StatedBehaviour } from '../preset';

const META_TOOLS = ['ToolSearch', 'Task', 'Plan', 'WorkflowCreate', 'WorkflowRun', 'ScheduleCreate', 'ScheduleList'];

/** Characters of any result, with the notice of what was left out and the line of advice after a failure. */
const HARD_CAP = 10_000;

export const behaviour: StatedBehaviour = {
  order: { is: 'validation-permission-hooks', source: 'Execution Steps: 3 and 4' },
  laxity: {
    is: { names: false, integers: false, schemas: false },
    source: 'Execution Steps: 2, registry lookup; 3, JsonSchemaValidator',
  },
  intercepts: { is: META_TOOLS, source: 'Execution Steps: 1, meta-tool interception' },
  output: { is: { most: HARD_CAP }, source: 'Execution Steps: 7, result truncation' },
  asks: { is: 'dangerous', source: 'Tool Definition: is_dangerous; Permission Model' },
  // Three same calls are a loop: 33 of them are more than the 30 that the limit lets through in a minute.
  guardPatience: { is: 11, source: 'Rate Limiting: before the LoopGuard triggers' },
  discovery: { is: 'lazy', source: 'Lazy Loading Strategy' },
};
