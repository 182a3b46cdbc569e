import type { TraceEntry } from '@/lib/protocol';

/** Characters of one note. */
const NOTE_LIMIT = 300;

/** What the steps did to one call, in the order in which they did it. Costs nothing until there is something to tell. */
export class Trace {
  #entries: TraceEntry[] | undefined;

  /** `now` tells milliseconds since the epoch. */
  constructor(readonly now: () => number) {}

  /** Undefined where no step had anything to say. */
  get entries(): TraceEntry[] | undefined {
    return this.#entries;
  }

  note(step: string, outcome: TraceEntry['outcome'], note: string, startedAt: number = this.now()): void {
    this.#entries ??= [];
    this.#entries.push({ step, outcome, note: oneLine(note), startedAt, endedAt: Math.max(startedAt, this.now()) });
  }
}

function oneLine(text: string): string {
  const line = /\s{2}|[^\S ]|^ | $/.test(text) ? text.replace(/\s+/g, ' ').trim() : text;
  return line.length > NOTE_LIMIT ? `${line.slice(0, NOTE_LIMIT - 1).replace(/[\ud800-\udbff]$/, '')}…` : line;
}
