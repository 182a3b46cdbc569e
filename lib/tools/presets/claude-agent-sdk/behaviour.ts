import type { StatedBehaviour } from '../preset';

const FLOW = 'Internal Tool Execution Flow: High-Level Execution Path';
const ERRORS = 'Internal Tool Execution Flow: Internal Error Handling';

export const behaviour: StatedBehaviour = {
  order: { is: 'permission-hooks-validation', source: FLOW },
  readBeforeWrite: { is: true, source: 'FileWrite Tool: Internal Safety Mechanisms' },
  laxity: {
    is: { names: false, integers: true, schemas: false },
    source: 'Built-in Tools: numbers are z.number(); Tool Invocation Flow: _registeredTools[name]',
  },
  scheduling: { is: 'together', source: 'Performance Characteristics: Parallel Execution' },
  keeps: { is: 'files', source: 'Internal State Management: No Persistent Storage' },
  texts: {
    is: {
      en: {
        invalidArguments: (tool, issues) =>
          `Invalid arguments for tool ${tool}: ` +
          issues.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`)).join(' '),
        threw: (message) => message,
      },
    },
    source: ERRORS,
  },
};
