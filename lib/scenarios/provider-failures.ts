import type { Scenario } from './scenario';

/** Attempts that fail because the provider is overloaded, before one gets as far as half a reply. */
const OVERLOADED = 2;

/** A provider that fails three times before it answers. */
export const providerFailures: Scenario = {
  id: 'faults',
  title: 'A provider in trouble',
  summary:
    'The provider is overloaded twice and then breaks off in the middle of a reply; the agent tries again and goes on.',
  prompt: 'Show me what happens when the provider fails.',
  sample: 'cart',
  needs: [],
  next: (_, { attempt }) => {
    if (attempt <= OVERLOADED) return { fault: { status: 529, retryAfterMs: 50 } };
    if (attempt === OVERLOADED + 1) {
      return {
        text: 'This sentence breaks off before it says anything that could be of use to anybody.',
        fault: 'broken-stream',
      };
    }
    return {
      text: 'The provider was overloaded twice and broke off once. Each time the same turn was asked for again, after a pause, and what the broken attempt had said is gone.',
    };
  },
};
