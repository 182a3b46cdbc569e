'use client';

import { EventSourceParserStream } from 'eventsource-parser/stream';
import { useEffect, useState } from 'react';

/** One line of the log, as it came over the wire. */
export interface RawEvent {
  seq: string;
  type: string;
  text: string;
}

/** The log of a thread while the pane is shown: everything so far, then what is added. */
export function useEventLog(threadId: string | null): readonly RawEvent[] {
  const [events, setEvents] = useState<readonly RawEvent[]>([]);

  useEffect(() => {
    setEvents([]);
    if (!threadId) return;
    const left = new AbortController();
    void follow(threadId, left.signal, (more) => setEvents((known) => [...known, ...more]));
    return () => left.abort();
  }, [threadId]);

  return events;
}

/** Reads until it is told to leave; a broken connection is taken up again where it was. */
async function follow(threadId: string, left: AbortSignal, add: (events: RawEvent[]) => void): Promise<void> {
  let after = '0';
  let batch: RawEvent[] = [];
  const flush = (): void => {
    if (batch.length > 0 && !left.aborted) add(batch);
    batch = [];
  };
  while (!left.aborted) {
    try {
      const answer = await fetch(`/api/threads/${encodeURIComponent(threadId)}/events?after=${after}`, { signal: left });
      if (!answer.ok || !answer.body) return;
      const lines = answer.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
      for (let next = await lines.read(); !next.done; next = await lines.read()) {
        const { id = '', data } = next.value;
        after = id || after;
        if (batch.length === 0) requestAnimationFrame(flush);
        batch.push({ seq: id, type: typeOf(data), text: data });
      }
    } catch {
      // Left, or the connection broke; the loop's condition tells which.
    }
    await new Promise((resolve) => setTimeout(resolve, 1000));
  }
}

/** The event's type, read off the text: the log shows what came, well-formed or not. */
export const typeOf = (data: string): string => /"type"\s*:\s*"(\w+)"/.exec(data)?.[1] ?? '?';
