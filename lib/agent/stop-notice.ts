import type { ModelEvent } from '@/lib/models/model';
import type { CustomEventValue } from '@/lib/protocol';

type Stop = Extract<ModelEvent, { type: 'stop' }>;

/** What a person is told of how a turn ended, where that is not how turns should end. `called`: it made calls, and so goes on. */
export function stopNotice(
  { reason, detail }: Stop,
  { spoke, called }: { spoke: boolean; called: boolean },
): CustomEventValue<'toolyard.guard'> | undefined {
  switch (reason) {
    case 'refusal':
      return stopped('refusal', `The model declined to go on${detail === undefined ? '.' : `: ${detail}`}`);
    case 'context_exceeded':
      return stopped(
        'context',
        'The conversation no longer fits into the model’s context. Begin a new thread, or choose a model with more room.',
      );
    case 'max_tokens':
      if (called) return undefined;
      return {
        guard: 'model:max-tokens',
        level: 'warning',
        message: 'The reply ran out of room and ends in the middle. Say “go on” to have the rest.',
      };
    case 'end':
    case 'tool_calls':
      return spoke ? undefined : { guard: 'model:empty', level: 'warning', message: 'The model said nothing.' };
    case 'pause':
      return undefined;
  }
}

const stopped = (what: string, message: string): CustomEventValue<'toolyard.guard'> => ({
  guard: `model:${what}`,
  level: 'stop',
  message,
});
