import {
  CallToolResultSchema,
  ContentBlockSchema,
  type Tool as McpDeclaration,
} from '@modelcontextprotocol/sdk/types.js';
import { McpFailure } from '@/lib/ports';
import type { ToolResult } from '@/lib/protocol';
import { validate } from '@/lib/schema';
import { z } from 'zod';
import { MOST_CALL_MS } from '../builtin/mcp/most-call';
import { failure } from '../result';
import { listResources, type Connection } from './connection';
import { toToolResult } from '../server/to-tool-result';

/** Milliseconds a server may be silent during a call, sending neither an answer nor progress. */
const SILENCE_MS = 60_000;

/** The SDK's own schema rejects the whole result because of one part that is newer, or wrong. */
const AnswerSchema = CallToolResultSchema.extend({
  content: z
    .array(
      ContentBlockSchema.catch(({ issues: [issue] }) => ({
        type: 'text' as const,
        text: `(A part that cannot be shown here: ${issue?.path?.join('.') || 'its type'}: ${issue?.message}.)`,
      })),
    )
    .default([]),
});

const InputSchema = z.record(z.string(), z.unknown());

interface Server {
  readonly name: string;
  readonly connection: Connection;
}

/** Calls a server's tool. Rejects with an `McpFailure` or the signal's reason. */
export async function callServerTool(
  { name: server, connection }: Server,
  tool: string,
  input: unknown,
  signal?: AbortSignal,
  onProgress?: (text: string) => void,
): Promise<ToolResult> {
  const args = InputSchema.safeParse(input ?? {});
  if (!args.success) throw new McpFailure('INVALID_ARGS', 'The input of an MCP tool is an object.');
  return connection.use(async (client, own) => {
    const { tools } = connection.state.catalogue;
    const declared = tools.find(({ name }) => name === tool);
    if (!declared) {
      const names = tools.map(({ name }) => name).join(', ') || 'none';
      throw new McpFailure('TOOL_NOT_FOUND', `${server} has no tool "${tool}". It has: ${names}.`);
    }
    const params = { name: tool, arguments: args.data };
    const answer = await client.request({ method: 'tools/call', params }, AnswerSchema, {
      signal: own,
      timeout: SILENCE_MS,
      resetTimeoutOnProgress: true,
      maxTotalTimeout: MOST_CALL_MS,
      onprogress: ({ progress, total, message }) => {
        onProgress?.(`${message ?? `${progress}${total === undefined ? '' : ` of ${total}`}`}\n`);
      },
    });
    return checkedResult(declared, toToolResult(answer));
  }, signal);
}

/** Fetches a server's resources. */
export const resourcesOf = ({ name, connection }: Server, signal?: AbortSignal) =>
  connection.use(async (client) => {
    if (!client.getServerCapabilities()?.resources) return [];
    return (await listResources(client)).map((resource) => resourceOf(name, resource));
  }, signal);

/** Reads a resource's contents. Rejects with `NOT_FOUND` if the server has no resource at that URI. */
export async function readResource({ connection }: Server, uri: string, signal?: AbortSignal) {
  try {
    return await connection.use(
      async (client, own) => (await client.readResource({ uri }, { signal: own })).contents.map(contentOf),
      signal,
    );
  } catch (error) {
    // Some servers report a missing resource as invalid parameters.
    if (error instanceof McpFailure && error.code === 'INVALID_ARGS') throw new McpFailure('NOT_FOUND', error.message);
    throw error;
  }
}

/** A tool that declares an output schema must return matching structured content. */
function checkedResult({ name, outputSchema }: McpDeclaration, result: ToolResult): ToolResult {
  if (!outputSchema || !result.success) return result;
  const checked = validate(outputSchema, result.structuredContent);
  if (checked.ok) return result;
  const faults = checked.issues.map(
    ({ path, expected, received }) => `${path} should be ${expected} and is ${received}`,
  );
  const text = `${name} ran, but its output is not what its schema promises: ${faults.join('; ')}. It said: ${result.text}`;
  return failure('INVALID_OUTPUT', text, { issues: checked.issues });
}

interface Named {
  uri: string;
  name: string;
  description?: string | undefined;
  mimeType?: string | undefined;
}

/** A resource as the page shows it. */
export const resourceOf = (server: string, { uri, name, description, mimeType }: Named) => ({
  server,
  uri,
  name,
  ...(description !== undefined && { description }),
  ...(mimeType !== undefined && { mimeType }),
});

const contentOf = (
  content: { uri: string; mimeType?: string | undefined } & ({ text: string } | { blob: string }),
) => ({
  uri: content.uri,
  ...(content.mimeType !== undefined && { mimeType: content.mimeType }),
  ...('text' in content ? { text: content.text } : { blob: content.blob }),
});
