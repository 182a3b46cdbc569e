import { PageFailure, type PagePlace, type SandboxServer } from '@/lib/ports';
import { placeFrame, type PreviewFrame } from './open-frame';

/** Where a sandbox serves a page on an origin of its own; undefined if its servers can only be asked for it. */
export function servedAddress({ url }: SandboxServer, { pathname, search, hash }: URL): URL | undefined {
  const served = URL.parse(pathname + search + hash, url);
  return served && served.hostname !== 'localhost' ? served : undefined;
}

/** Shows a page that has an origin of its own: a person can use it, and nothing here can look into it. */
export function openServed(address: URL, place: PagePlace | undefined): PreviewFrame {
  const frame = document.createElement('iframe');
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-modals allow-downloads',
  );
  frame.allow = 'cross-origin-isolated';
  frame.src = address.href;
  placeFrame(frame, place);
  document.body.append(frame);
  return {
    ask: () => Promise.reject(new PageFailure('UNSUPPORTED', servedText(address))),
    show: (where) => placeFrame(frame, where),
    remove: () => frame.remove(),
  };
}

/** What the model reads in place of such a page. */
export const servedText = ({ origin }: URL): string =>
  `The person sees this page, at ${origin}. Nothing here can read it or act in it; its errors are in the console. ` +
  'To read what the program serves, fetch it with node in the shell.';
