'use client';

import type { McpConnections, McpServer } from '@/lib/ports';
import { X } from 'lucide-react';
import { Button, IconButton } from '../../../elements/button';
import { cx } from '../../../elements/cx';
import { Dot } from '../../../elements/dot';
import { plural } from '../../../elements/format';
import { EmptyNote, PaneTitle } from '../../../elements/pane';
import { useAct, useClientState } from '../../../state/page-context';
import { useObserved } from '../../../state/use-observed';
import { AddServer } from './add-server';
import { ServerTools } from './server-tools';
import { useState } from 'react';

const LOOKS = {
  idle: { dot: 'bg-line-strong', tone: 'text-faint', word: 'not connected yet' },
  connecting: { dot: 'bg-run', tone: 'text-run', word: 'connecting' },
  connected: { dot: 'bg-ok', tone: 'text-ok', word: 'connected' },
  failed: { dot: 'bg-bad', tone: 'text-bad', word: 'failed' },
} as const;

/** Why a connection failed stands beside it. */
const shown = (): void => undefined;

/** MCP servers: where each connection stands, what the server has, and which of its tools are trusted. */
export default function McpView() {
  const mcp = useClientState((state) => state.ports.mcp);
  const servers = useObserved(mcp) ?? [];
  if (!mcp) return <EmptyNote>MCP servers cannot be reached from here.</EmptyNote>;
  return (
    <>
      <PaneTitle end={<span className="tabular-nums">{plural(servers.length, 'server')}</span>}>MCP servers</PaneTitle>
      <ul aria-label="MCP servers" tabIndex={0} className="min-h-0 flex-1 overflow-y-auto pb-2">
        {servers.map((server) => (
          <Server key={server.name} server={server} mcp={mcp} />
        ))}
      </ul>
      <AddServer mcp={mcp} taken={servers.map(({ name }) => name)} />
    </>
  );
}

function Server({ server, mcp }: { server: McpServer; mcp: McpConnections }) {
  const act = useAct();
  const { name, where, url, state, fault, version, tools, resources, prompts } = server;
  const { dot, tone, word } = LOOKS[state];
  return (
    <li aria-label={name} className="border-b border-line px-3 py-1.5 last:border-b-0">
      <div className="flex items-center gap-2">
        <Dot tone={dot} />
        <span className="font-medium">{name}</span>
        {version !== undefined && <span className="text-2xs text-faint">{version}</span>}
        <span className={cx('text-2xs', tone)}>{word}</span>
        <span className="min-w-0 flex-1 truncate text-2xs text-faint">{where === 'page' ? 'in this page' : url}</span>
        <Button
          look="quiet"
          disabled={state === 'connecting'}
          onClick={() => act(() => mcp.connect(name).catch(shown))}
        >
          {state === 'idle' ? 'Connect' : 'Reconnect'}
        </Button>
        {where === 'remote' && (
          <IconButton label={`Remove ${name}`} onClick={() => act(() => mcp.remove(name).catch(shown))}>
            <X aria-hidden size={13} />
          </IconButton>
        )}
      </div>
      {fault !== undefined && <p className="pl-4 text-bad">{fault}</p>}
      {server.wantsToken && url !== undefined && <TokenForm name={name} url={url} mcp={mcp} />}
      {state === 'connected' && (
        <div className="grid gap-1 pl-4">
          <ServerTools server={name} tools={tools} mcp={mcp} />
          {resources.length > 0 && (
            <ul aria-label={`Resources of ${name}`}>
              {resources.map((resource) => (
                <li key={resource.uri} className="flex items-baseline gap-2">
                  <span className="truncate text-xs">{resource.name}</span>
                  <span className="truncate font-mono text-2xs text-faint">{resource.uri}</span>
                </li>
              ))}
            </ul>
          )}
          {prompts.length > 0 && <p className="text-2xs text-faint">Prompts: {prompts.join(', ')}</p>}
        </div>
      )}
    </li>
  );
}

/** Asks for the token of a server again, which was gone with the page it was typed in. */
function TokenForm({ name, url, mcp }: { name: string; url: string; mcp: McpConnections }) {
  const act = useAct();
  const [token, setToken] = useState('');
  return (
    <form
      aria-label={`Token of ${name}`}
      className="flex items-center gap-1.5 pl-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (token === '') return;
        act(async () => {
          await mcp.add({ name, url, token });
          await mcp.connect(name).catch(() => undefined);
        });
      }}
    >
      <input
        aria-label={`Token of ${name}`}
        type="password"
        autoComplete="off"
        placeholder="its token, again"
        value={token}
        onChange={({ target }) => setToken(target.value)}
        className="field w-40"
      />
      <Button type="submit" disabled={token === ''}>
        Connect
      </Button>
    </form>
  );
}
