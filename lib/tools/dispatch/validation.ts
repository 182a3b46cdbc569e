import type { Step } from './step';
import { invalid } from './validate-input';

/** Refuses arguments that do not fit, in a system that looks at them last: hooks may have mended them by then. */
export const validation = (mode: () => 'block' | 'warn'): Step => ({
  name: 'validate',
  about: 'Checks the arguments against the schema of the input.',
  before(invocation) {
    const { issues, tool } = invocation;
    return issues && mode() === 'block' ? { answer: invalid(tool, issues, invocation).failure } : undefined;
  },
});
