'use client';

import { ExtraHeadersSchema, type ExtraHeaders } from '@/lib/protocol/extra-headers';
import { useState } from 'react';
import { Button } from '../../elements/button';
import { useAct, useClientState } from '../../state/page-context';

/** Headers that requests to a model's server carry besides the key, a line each. */
export function HeadersField() {
  const act = useAct();
  const kept = linesOf(useClientState((state) => state.headers));
  const [typed, setTyped] = useState(kept);
  const { headers, fault } = headersIn(typed);
  return (
    <form
      className="grid gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (headers) act((client) => client.setHeaders(headers));
      }}
    >
      <label htmlFor="model-headers" className="font-medium">
        Headers for the model’s server
      </label>
      <div className="flex items-start gap-1.5">
        <textarea
          id="model-headers"
          rows={2}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={fault !== undefined}
          aria-describedby="model-headers-note"
          placeholder="x-team: research"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          className="field min-w-0 flex-1 font-mono text-xs"
        />
        <Button type="submit" disabled={fault !== undefined || typed.trim() === kept}>
          Use them
        </Button>
      </div>
      <p id="model-headers-note" role="status" className="min-h-4 text-xs text-dim">
        {fault ??
          'One a line, sent with the typed key and treated as it is. A server’s own key is never sent with them.'}
      </p>
    </form>
  );
}

const linesOf = (headers: ExtraHeaders): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

function headersIn(text: string): { headers?: ExtraHeaders; fault?: string } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line));
  const wrong = pairs.findIndex((pair) => pair === null);
  if (wrong >= 0) return { fault: `“${lines[wrong]?.trim()}” has no name and colon.` };
  const parsed = ExtraHeadersSchema.safeParse(
    Object.fromEntries(
      pairs.flatMap((pair): [string, string][] => [[(pair?.[1] ?? '').toLowerCase(), pair?.[2] ?? '']]),
    ),
  );
  return parsed.success ? { headers: parsed.data } : { fault: parsed.error.issues[0]?.message };
}
