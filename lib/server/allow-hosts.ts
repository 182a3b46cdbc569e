import { z } from 'zod';

/** The entries of a list in an environment variable, separated by commas or white space. */
export const words = (text: string): string[] => text.split(/[\s,]+/).filter(Boolean);

/** An operator's list in an environment variable: `host` (any port) or `host:port`, separated by commas. */
export const AllowHostsSchema = z
  .string()
  .default('')
  .transform(words)
  .refine((entries) => entries.every((entry) => readEntry(entry)), 'A list of host or host:port, with commas between.');

/** Whether an operator's list names the target of a URL. Names are compared in the form that URLs normalize them to. */
export const listsHost = (entries: readonly string[], url: URL): boolean =>
  entries.some((entry) => {
    const listed = readEntry(entry);
    return listed?.hostname === url.hostname && (listed.port === undefined || listed.port === portOf(url));
  });

function readEntry(entry: string): { hostname: string; port: string | undefined } | undefined {
  const href = `http://${entry}`;
  if (!URL.canParse(href)) return undefined;
  const { hostname, pathname, username, search, hash } = new URL(href);
  if (pathname !== '/' || entry.endsWith('/') || username !== '' || search !== '' || hash !== '') return undefined;
  return { hostname, port: /:(\d+)$/.exec(entry)?.[1] };
}

const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80');
