import type { Sandbox } from '@/lib/ports';
import { fileSite } from './file-site';
import { serverSite } from './server-site';
import type { Site } from './site';

/** Everything in a sandbox that a page can come from. */
export function sandboxSite(sandbox: Sandbox): Site {
  const files = fileSite(sandbox);
  const servers = serverSite(sandbox);
  return (request, signal) => (request.url.protocol === 'file:' ? files : servers)(request, signal);
}
