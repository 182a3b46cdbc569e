import { TurnRequestSchema, YOUR_TURN, type FoldedLeg, type TurnRequest } from '@/lib/protocol';

/** A turn of the model that a person is to write. */
export interface AskedTurn extends TurnRequest {
  interruptId: string;
}

const UNKNOWN: TurnRequest = { system: '', tools: [], news: [] };

const known = new WeakMap<FoldedLeg, AskedTurn>();

/** The turn that a leg waits for; undefined where it waits for none. The same object for the same leg. */
export function askedTurn(leg: FoldedLeg | undefined): AskedTurn | undefined {
  if (leg?.status !== 'interrupt') return undefined;
  const before = known.get(leg);
  if (before) return before;
  const interrupt = leg.interrupts?.find(({ reason }) => reason === YOUR_TURN);
  if (!interrupt) return undefined;
  const request = TurnRequestSchema.safeParse(interrupt.metadata?.toolyard);
  const asked = { ...(request.success ? request.data : UNKNOWN), interruptId: interrupt.id };
  known.set(leg, asked);
  return asked;
}
