import type { CallView } from '@/lib/client/state';
import { nestedRecords } from '../call/nested-records';
import type { Text } from '../../messages/text';
import { NOTABLE_WAIT, type Span } from './spans';

/** The calls that calls have made, such as the steps of a workflow, inside those. `of` is the agent whose calls they are. */
export function nestedSpans(calls: readonly CallView[], text: Text<'timeline'>, of = 'main'): Span[] {
  const makers = calls.flatMap((call) => {
    const made = nestedRecords(call.result?.details);
    return made.length > 0 ? [{ call, made }] : [];
  });
  return makers.flatMap(({ call, made }) => {
    const alike = makers.filter((maker) => maker.call.name === call.name).map((maker) => maker.call.id);
    const inside = { id: `${of}/${call.name}`, name: text('callsOf', { name: call.name }), callIds: alike };
    return made.flatMap(({ id, name, phase, queuedAt = Infinity, startedAt, endedAt }): Span[] => {
      const title = text('madeBy', { name, title: call.title });
      const common = { lane: name, title, callId: call.id, inside };
      const ran = { ...common, id: `nested:${id}`, state: phase, start: startedAt, end: Math.max(startedAt, endedAt) };
      if (startedAt - queuedAt < NOTABLE_WAIT) return [ran];
      return [{ ...common, id: `nested:${id}:wait`, state: 'waited', start: queuedAt, end: startedAt }, ran];
    });
  });
}
