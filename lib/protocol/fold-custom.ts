import { CustomEventSchemas } from './custom';
import type { FoldedNotice, FoldedTurn, ThreadState } from './thread-state';

/** What one of our own events changes. */
type Change = { turn?: FoldedTurn; notice?: FoldedNotice } & Pick<ThreadState, 'cassette' | 'active'>;

/** What our own events say; one that does not fit its form says nothing. */
export function customChange(name: string, value: unknown, when: Pick<FoldedNotice, 'runId' | 'at'>): Change {
  switch (name) {
    case 'toolyard.turn': {
      const turn = CustomEventSchemas[name].safeParse(value);
      return turn.success ? { turn: { ...turn.data, runId: when.runId } } : {};
    }
    case 'toolyard.guard': {
      const guard = CustomEventSchemas[name].safeParse(value);
      return guard.success ? { notice: { ...when, kind: 'guard', ...guard.data } } : {};
    }
    case 'toolyard.cassette': {
      const cassette = CustomEventSchemas[name].safeParse(value);
      return cassette.success ? { cassette: cassette.data } : {};
    }
    case 'toolyard.activation': {
      const activation = CustomEventSchemas[name].safeParse(value);
      return activation.success ? { active: activation.data.active } : {};
    }
    case 'toolyard.unreadable': {
      const lost = CustomEventSchemas[name].safeParse(value);
      if (!lost.success) return {};
      const message = `Entry ${lost.data.seq} of the conversation’s log cannot be read and is left out: ${lost.data.reason}`;
      return { notice: { ...when, kind: 'guard', guard: 'log:unreadable', level: 'warning', message } };
    }
    case 'toolyard.retry': {
      const retry = CustomEventSchemas[name].safeParse(value);
      if (!retry.success) return {};
      const message = `Attempt ${retry.data.attempt}: ${retry.data.message}`;
      return { notice: { ...when, kind: 'retry', level: 'warning', message } };
    }
    default:
      return {};
  }
}
