import { TurnRequestSchema, YOUR_TURN, type FoldedRun, type TurnRequest } from '@/lib/protocol';

/** A turn of the model that a person is to write. */
export interface AskedTurn extends TurnRequest {
  interruptId: string;
}

const UNKNOWN: TurnRequest = { system: '', tools: [], news: [] };

const known = new WeakMap<FoldedRun, AskedTurn>();

/** The turn that a run waits for; undefined where it waits for none. The same object for the same run. */
export function askedTurn(run: FoldedRun | undefined): AskedTurn | undefined {
  if (run?.status !== 'interrupt') return undefined;
  const before = known.get(run);
  if (before) return before;
  const interrupt = run.interrupts?.find(({ reason }) => reason === YOUR_TURN);
  if (!interrupt) return undefined;
  const request = TurnRequestSchema.safeParse(interrupt.metadata?.toolyard);
  const asked = { ...(request.success ? request.data : UNKNOWN), interruptId: interrupt.id };
  known.set(run, asked);
  return asked;
}
