import type { McpConnections, McpTool } from '@/lib/ports';
import { Button } from '../../../elements/button';
import { useAct } from '../../../state/page-context';

/** The tools of a server. What one says of itself counts once a person trusts it, until it says something else. */
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
  return (
    <ul aria-label={`Tools of ${server}`}>
      {tools.map(({ name, pooledName, description, readOnlyHint, trusted, unusable }, index) => (
        // A server may have two of one name.
        <li key={index} className="flex items-center gap-2">
          <span className="grid min-w-0 flex-1">
            <code className="truncate text-xs" title={pooledName}>
              {name}
            </code>
            <span className="truncate text-2xs text-faint" title={unusable ?? description}>
              {unusable ? `Not in the pool: ${unusable}` : description}
            </span>
          </span>
          {unusable === undefined && (
            <>
              <span className="text-2xs text-faint">
                {readOnlyHint ? 'says it only reads' : 'may change things'}
                {trusted ? ', trusted' : ''}
              </span>
              <Button
                look="quiet"
                aria-pressed={trusted}
                aria-label={`Trust ${name}`}
                onClick={() => act(() => mcp.trust(server, name, !trusted).catch(() => undefined))}
              >
                {trusted ? 'Trusted' : 'Trust'}
              </Button>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}
