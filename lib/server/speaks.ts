import { EventType, type AGUIEvent, type RunAgentInput } from '@ag-ui/core';
import type { LogLine } from '@/lib/protocol';

/** The outcome of a run as AG-UI 0.x knows it, which refuses what it does not know. A cancelled run has none there. */
interface OlderOutcome {
  type: 'success' | 'interrupt';
}

/** A log line as a client of some version gets it. */
export interface SpokenLine {
  seq: number;
  event: AGUIEvent | (Omit<Extract<AGUIEvent, { type: 'RUN_FINISHED' }>, 'outcome'> & { outcome?: OlderOutcome });
}

/**
 * A run's lines in the version of AG-UI that its client speaks. An input that names none is from before 1.0; such a client finds the
 * calls that wait for it among its messages.
 */
export async function* spokenTo(
  { protocolVersion }: Pick<RunAgentInput, 'protocolVersion'>,
  lines: AsyncIterable<LogLine>,
): AsyncGenerator<SpokenLine> {
  const older = protocolVersion === undefined || protocolVersion.startsWith('0.');
  for await (const line of lines) yield older ? inOlderWords(line) : line;
}

function inOlderWords({ seq, event }: LogLine): SpokenLine {
  if (event.type !== EventType.RUN_FINISHED) return { seq, event };
  const { outcome, ...rest } = event;
  if (outcome?.type === 'success') return { seq, event: { ...rest, outcome: { type: 'success' } } };
  return { seq, event: outcome?.type === 'interrupt' ? event : rest };
}
