import type { CallView } from '@/lib/client/state';
import { nestedRecords } from '../call/nested-records';
import type { Text } from '../../messages/text';
import type { Span } from './spans';

/** The calls that calls have made, such as the steps of a workflow, inside those. `of` is the agent whose calls they are. */
export function nestedSpans(calls: readonly CallView[], text: Text<'timeline'>, of = 'main'): Span[] {
  const makers = calls.flatMap((call) => {
    const made = nestedRecords(call.result?.details);
    return made.length > 0 ? [{ call, made }] : [];
  });
  return makers.flatMap(({ call, made }) => {
    const alike = makers.filter((maker) => maker.call.name === call.name).map((maker) => maker.call.id);
    const inside = { id: `${of}/${call.name}`, name: text('callsOf', { name: call.name }), callIds: alike };
    return made.map(({ id, name, phase, startedAt, endedAt }) => ({
      id: `nested:${id}`,
      lane: name,
      title: text('madeBy', { name, title: call.title }),
      state: phase,
      start: startedAt,
      end: Math.max(startedAt, endedAt),
      callId: call.id,
      inside,
    }));
  });
}
