import { PageFailure, type Sandbox } from '@/lib/ports';
import { fileSite } from './file-site';
import type { Site } from './site';

/** Everything in a sandbox that a page can come from. */
export function sandboxSite(sandbox: Sandbox): Site {
  const files = fileSite(sandbox);
  return async (request, signal) => {
    const { protocol } = request.url;
    if (protocol === 'file:') return files(request, signal);
    throw new PageFailure(
      'UNSUPPORTED',
      `${request.url.href} is not a file, and no program can listen in this sandbox.`,
    );
  };
}
