/** `src/call.ts` of a project whose tools are an MCP server: a client in the same process. */
export const callOverMcp = (
  imported: string,
  server: string,
): string => `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
${imported}

/** Calls a tool as an MCP client does. */
export async function call(name: string, input: Record<string, unknown>): Promise<unknown> {
  const client = new Client({ name: 'call', version: '1.0.0' });
  const [mine, its] = InMemoryTransport.createLinkedPair();
  await Promise.all([${server}.connect(its), client.connect(mine)]);
  const { content, isError } = await client.callTool({ name, arguments: input });
  const text = (content as { type: string; text?: string; mimeType?: string }[])
    .map((part) => part.text ?? \`[\${part.type}: \${part.mimeType}]\`)
    .join('\\n');
  await client.close();
  if (isError) throw new Error(text);
  return text;
}
`;
