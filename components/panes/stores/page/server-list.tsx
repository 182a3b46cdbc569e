import type { SandboxServer } from '@/lib/ports';
import { Button } from '../../../elements/button';

/** The programs that listen in the sandbox; each can be opened. */
export function ServerList({ servers, onOpen }: { servers: readonly SandboxServer[]; onOpen: (url: string) => void }) {
  if (servers.length === 0) return null;
  return (
    <div className="flex shrink-0 flex-wrap items-center gap-1.5 px-3 py-1 text-2xs text-dim">
      <span id="servers">Listening</span>
      <ul aria-labelledby="servers" className="flex flex-wrap gap-1.5">
        {servers.map(({ port, url }) => (
          <li key={port}>
            <Button
              className="h-6 px-1.5 font-mono text-2xs"
              aria-label={`Open port ${port}`}
              title={url}
              onClick={() => onOpen(url)}
            >
              :{port}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
