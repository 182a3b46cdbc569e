'use client';

import type { McpConnections, McpServer } from '@/lib/ports';
import { X } from 'lucide-react';
import { Button, IconButton } from '../../../elements/button';
import { cx } from '../../../elements/cx';
import { Dot } from '../../../elements/dot';
import { EmptyNote, PaneTitle } from '../../../elements/pane';
import { useText } from '../../../messages/use-text';
import { useAct, useClientState } from '../../../state/page-context';
import { useObserved } from '../../../state/use-observed';
import { AddServer } from './add-server';
import { ServerTools } from './server-tools';
import { useState } from 'react';
import { inRow } from '../../../messages/locale';

const LOOKS = {
  idle: { dot: 'bg-line-strong', tone: 'text-faint' },
  connecting: { dot: 'bg-run', tone: 'text-run' },
  connected: { dot: 'bg-ok', tone: 'text-ok' },
  failed: { dot: 'bg-bad', tone: 'text-bad' },
} as const;

/** Ignores a connection failure: its reason is shown beside the connection. */
const shown = (): void => undefined;

/** MCP servers: the state of each connection, what each server offers, and which of its tools are trusted. */
export default function McpView() {
  const [text, names] = [useText('storeViews'), useText('stores')];
  const mcp = useClientState((state) => state.ports.mcp);
  const servers = useObserved(mcp) ?? [];
  if (!mcp) return <EmptyNote>{text('mcpNone')}</EmptyNote>;
  return (
    <>
      <PaneTitle end={<span className="tabular-nums">{text('serversCount', { count: servers.length })}</span>}>
        {names('mcp')}
      </PaneTitle>
      <ul aria-label={names('mcp')} tabIndex={0} className="min-h-0 flex-1 overflow-y-auto pb-2">
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
  const text = useText('storeViews');
  const { name, where, url, state, fault, version, tools, resources, prompts } = server;
  const { dot, tone } = LOOKS[state];
  return (
    <li aria-label={name} className="border-b border-line px-3 py-1.5 last:border-b-0">
      <div className="flex items-center gap-2">
        <Dot tone={dot} />
        <span className="font-medium">{name}</span>
        {version !== undefined && <span className="text-2xs text-faint">{version}</span>}
        <span className={cx('text-2xs', tone)}>{text('connectionIs', { state })}</span>
        <span className="min-w-0 flex-1 truncate text-2xs text-faint">{where === 'page' ? text('inPage') : url}</span>
        <Button
          look="quiet"
          disabled={state === 'connecting'}
          onClick={() => act(() => mcp.connect(name).catch(shown))}
        >
          {text(state === 'idle' ? 'connect' : 'reconnect')}
        </Button>
        {where === 'remote' && (
          <IconButton label={text('remove', { name })} onClick={() => act(() => mcp.remove(name).catch(shown))}>
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
            <ul aria-label={text('resourcesOf', { name })}>
              {resources.map((resource) => (
                <li key={resource.uri} className="flex items-baseline gap-2">
                  <span className="truncate text-xs">{resource.name}</span>
                  <span className="truncate font-mono text-2xs text-faint">{resource.uri}</span>
                </li>
              ))}
            </ul>
          )}
          {prompts.length > 0 && <p className="text-xs text-faint">{text('prompts', { names: inRow(prompts) })}</p>}
        </div>
      )}
    </li>
  );
}

/** Asks again for a server's token, which was lost with the page it was typed in. */
function TokenForm({ name, url, mcp }: { name: string; url: string; mcp: McpConnections }) {
  const act = useAct();
  const text = useText('storeViews');
  const [token, setToken] = useState('');
  return (
    <form
      aria-label={text('tokenOf', { name })}
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
        aria-label={text('tokenOf', { name })}
        type="password"
        autoComplete="off"
        placeholder={text('tokenAgain')}
        value={token}
        onChange={({ target }) => setToken(target.value)}
        className="field w-40"
      />
      <Button type="submit" disabled={token === ''}>
        {text('connect')}
      </Button>
    </form>
  );
}
