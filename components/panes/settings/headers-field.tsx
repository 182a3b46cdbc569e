'use client';

import { ExtraHeadersSchema, type ExtraHeaders } from '@/lib/protocol/extra-headers';
import { useState } from 'react';
import { Button } from '../../elements/button';
import { useText } from '../../messages/use-text';
import { useAct, useClientState } from '../../state/page-context';

/** Extra headers for requests to a model's server, besides the key; one per line. */
export function HeadersField() {
  const text = useText('settings');
  const act = useAct();
  const kept = linesOf(useClientState((state) => state.headers));
  /** Undefined until something is typed: the client, which may know headers, may load after the dialog. */
  const [draft, setDraft] = useState<string>();
  const typed = draft ?? kept;
  const { headers, line, fault = line === undefined ? undefined : text('headersFault', { line }) } = headersIn(typed);
  return (
    <form
      className="grid gap-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (headers) act((client) => client.setHeaders(headers));
      }}
    >
      <label htmlFor="model-headers" className="font-medium">
        {text('headers')}
      </label>
      <div className="flex items-start gap-1.5">
        <textarea
          id="model-headers"
          rows={2}
          autoComplete="off"
          spellCheck={false}
          aria-invalid={fault !== undefined}
          aria-describedby="model-headers-note"
          placeholder={text('headerExample')}
          value={typed}
          onChange={({ target }) => setDraft(target.value)}
          className="field min-w-0 flex-1 font-mono text-xs"
        />
        <Button type="submit" disabled={fault !== undefined || typed.trim() === kept}>
          {text('useThem')}
        </Button>
      </div>
      <p id="model-headers-note" role="status" className="min-h-4 text-xs text-dim">
        {fault ?? text('headersNote')}
      </p>
    </form>
  );
}

const linesOf = (headers: ExtraHeaders): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');

/** The headers, or the line that is not a header, or what is wrong with a header. */
function headersIn(text: string): { headers?: ExtraHeaders; line?: string; fault?: string } {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const pairs = lines.map((line) => /^\s*([^:\s]+)\s*:\s*(.*?)\s*$/.exec(line));
  const wrong = pairs.findIndex((pair) => pair === null);
  if (wrong >= 0) return { line: lines[wrong]?.trim() };
  const parsed = ExtraHeadersSchema.safeParse(
    Object.fromEntries(
      pairs.flatMap((pair): [string, string][] => [[(pair?.[1] ?? '').toLowerCase(), pair?.[2] ?? '']]),
    ),
  );
  return parsed.success ? { headers: parsed.data } : { fault: parsed.error.issues[0]?.message };
}
