import type { McpConnections } from '@/lib/ports';
import { useState } from 'react';
import { Button } from '../../../elements/button';
import { useAct } from '../../../state/page-context';

const NAME = /^[a-z][a-z0-9-]{0,30}$/i;

/** A form for a server elsewhere. The token stays in this tab and is gone with it. */
export function AddServer({ mcp, taken }: { mcp: McpConnections; taken: readonly string[] }) {
  const act = useAct();
  const [name, setName] = useState('');
  const [url, setUrl] = useState('');
  const [token, setToken] = useState('');
  const fault = faultOf(name, url, taken);
  return (
    <form
      aria-label="Add an MCP server"
      className="flex shrink-0 flex-wrap items-center gap-1.5 border-t border-line px-3 py-1.5"
      onSubmit={(event) => {
        event.preventDefault();
        if (fault !== undefined) return;
        act(async () => {
          await mcp.add({ name, url, ...(token !== '' && { token }) });
          await mcp.connect(name).catch(() => undefined);
        });
        setName('');
        setUrl('');
        setToken('');
      }}
    >
      <input
        aria-label="Name"
        placeholder="name"
        value={name}
        onChange={({ target }) => setName(target.value)}
        className="field w-24"
      />
      <input
        aria-label="Address"
        placeholder="https://…/mcp"
        value={url}
        onChange={({ target }) => setUrl(target.value)}
        className="field min-w-40 flex-1"
      />
      <input
        aria-label="Token"
        type="password"
        autoComplete="off"
        placeholder="token, if it wants one"
        value={token}
        onChange={({ target }) => setToken(target.value)}
        className="field w-40"
      />
      <Button type="submit" disabled={fault !== undefined}>
        Add
      </Button>
      {name !== '' && url !== '' && fault !== undefined && (
        <p role="alert" className="w-full text-2xs text-bad">
          {fault}
        </p>
      )}
    </form>
  );
}

function faultOf(name: string, url: string, taken: readonly string[]): string | undefined {
  if (!NAME.test(name)) return 'A name has letters, digits and hyphens, and begins with a letter.';
  if (taken.includes(name)) return 'There is a server of that name.';
  return URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? undefined : 'That is no http or https address.';
}
