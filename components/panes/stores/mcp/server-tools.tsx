import type { McpConnections, McpTool } from '@/lib/ports';
import { Button } from '../../../elements/button';
import { useText } from '../../../messages/use-text';
import { useAct } from '../../../state/page-context';

/** A server's tools. A tool's annotations count once a person trusts it, until they change. */
export function ServerTools({
  server,
  tools,
  mcp,
}: {
  server: string;
  tools: readonly McpTool[];
  mcp: Pick<McpConnections, 'trust'>;
}) {
  const act = useAct();
  const text = useText('storeViews');
  return (
    <ul aria-label={text('toolsOf', { name: server })}>
      {tools.map(({ name, pooledName, description, readOnlyHint, trusted, unusable }, index) => (
        // A server may have two tools of the same name.
        <li key={index} className="flex items-center gap-2">
          <span className="grid min-w-0 flex-1">
            <code className="truncate text-xs" title={pooledName}>
              {name}
            </code>
            <span className="truncate text-2xs text-faint" title={unusable ?? description}>
              {unusable ? text('notPooled', { why: unusable }) : description}
            </span>
          </span>
          {unusable === undefined && (
            <>
              <span className="text-2xs text-faint">
                {text('hint', { reads: String(readOnlyHint ?? false), trusted: String(trusted) })}
              </span>
              <Button
                look="quiet"
                aria-pressed={trusted}
                aria-label={text('trustTool', { name })}
                onClick={() => act(() => mcp.trust(server, name, !trusted).catch(() => undefined))}
              >
                {text(trusted ? 'trusted' : 'trust')}
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
