import type { McpServer, McpServerDraft } from '@/lib/ports';
import { mcpToolName } from '../pool/mcp-name';
import type { Connection } from './connection';
import type { BrokenTool } from './list-tools';
import type { PooledTools } from './pooled-tools';
import { resourceOf } from './requests';

/** A known server: the page's own, or one that a person configured. */
export interface ServerEntry extends Pick<McpServer, 'name' | 'where' | 'url'> {
  readonly draft?: McpServerDraft;
  readonly connection: Connection;
}

/** Whether a configured server's token was not saved, so that a person has to enter it again. */
export const lacksToken = (draft: McpServerDraft | undefined): boolean =>
  draft?.wantsToken === true && draft.token === undefined;

/** A server as the page shows it. */
export function serverView(entry: ServerEntry, pool: PooledTools, trusted: ReadonlySet<string>): McpServer {
  const { name, where, url, draft, connection } = entry;
  const { state, fault, catalogue } = connection.state;
  return {
    name,
    where,
    ...(url !== undefined && { url }),
    state,
    ...(fault !== undefined && { fault }),
    ...(lacksToken(draft) && { wantsToken: true }),
    ...(catalogue.version !== undefined && { version: catalogue.version }),
    tools: [
      ...catalogue.tools.map((tool) => {
        const unusable = pool.faultOf(name, tool.name);
        return {
          ...(unusable !== undefined && { unusable }),
          name: tool.name,
          pooledName: mcpToolName(name, tool.name),
          description: tool.description ?? '',
          readOnlyHint: tool.annotations?.readOnlyHint === true,
          trusted: trusted.has(pool.hashOf(name, tool.name) ?? ''),
        };
      }),
      ...catalogue.broken.map((tool) => brokenView(name, tool)),
    ],
    resources: catalogue.resources.map((resource) => resourceOf(name, resource)),
    prompts: catalogue.prompts,
  };
}

const brokenView = (server: string, { name, fault }: BrokenTool): McpServer['tools'][number] => ({
  unusable: fault,
  name,
  pooledName: mcpToolName(server, name),
  description: '',
  readOnlyHint: false,
  trusted: false,
});
