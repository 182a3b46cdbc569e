import type { Text } from '../../messages/text';
import { GUARD_LANE } from './guard-spans';
import { MODEL_LANE } from './spans';

/** A lane's name, and an explanation of it. */
export function laneLabel(lane: string, text: Text<'timeline'>): { name: string; title: string } {
  if (lane === MODEL_LANE) return { name: text('laneModel'), title: text('laneModelExplains') };
  if (lane === GUARD_LANE) return { name: text('laneGuards'), title: text('laneGuardsExplain') };
  return { name: lane, title: text('laneOf', { name: lane }) };
}
