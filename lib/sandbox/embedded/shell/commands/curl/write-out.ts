/** What `-w` can report about a transfer. */
export interface Report {
  readonly values: Readonly<Record<string, string | number>>;
  readonly headers: readonly (readonly [name: string, value: string])[];
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };

/** The output of `-w`, by stream. Unknown variables are reported on standard error. */
export function writeOut(format: string, { values, headers }: Report): { out: string; err: string } {
  const text = { out: '', err: '' };
  let to: 'out' | 'err' = 'out';
  const pattern = /\\([nrt])|%%|%\{(\w+)\}|%header\{([^}]*)\}|[^]/g;
  for (const [all, escape, name, header] of format.matchAll(pattern)) {
    if (escape !== undefined) text[to] += ESCAPES[escape] ?? all;
    else if (all === '%%') text[to] += '%';
    else if (name === 'stderr') to = 'err';
    else if (name === 'stdout') to = 'out';
    else if (name === 'json') text[to] += JSON.stringify(values);
    else if (name === 'header_json') text[to] += headersAsJson(headers);
    else if (name !== undefined && Object.hasOwn(values, name)) text[to] += String(values[name]);
    else if (name !== undefined) text.err += `curl: unknown --write-out variable: '${name}'\n`;
    else if (header !== undefined)
      text[to] += headers.find(([one]) => one.toLowerCase() === header.toLowerCase())?.[1] ?? '';
    else text[to] += all;
  }
  return text;
}

function headersAsJson(headers: Report['headers']): string {
  const found = new Map<string, string[]>();
  for (const [name, value] of headers) found.set(name.toLowerCase(), [...(found.get(name.toLowerCase()) ?? []), value]);
  return JSON.stringify(Object.fromEntries(found), undefined, 0);
}

/** Seconds in curl's format. */
export const curlSeconds = (ms: number): string => (ms / 1000).toFixed(6);
