import type { Step } from '../dispatch/step';
import type { HookRunner } from '../hooks';
import { askAfter, askBefore, occasion } from '../hooks/hook-step';

/** A person's middleware: one function for both phases, passed in order before a call and in reverse after it. */
export const writtenMiddleware = (runner: HookRunner): Step => ({
  name: 'middleware',
  about: 'Runs your middleware: with phase pre before the hooks, and with phase post after them.',
  before(invocation) {
    const { tool, context } = invocation;
    return askBefore('middleware', runner.matching('Middleware', tool), invocation, (hook, input) =>
      runner.ask(hook, 'Middleware', { ...occasion(invocation), phase: 'pre', input }, context.signal),
    );
  },
  after(result, invocation) {
    const { tool, context } = invocation;
    const inReverse = runner.matching('Middleware', tool).toReversed();
    return askAfter('middleware', inReverse, result, invocation, (hook, shown) =>
      runner.ask(hook, 'Middleware', { ...occasion(invocation), phase: 'post', result: shown }, context.signal),
    );
  },
});
