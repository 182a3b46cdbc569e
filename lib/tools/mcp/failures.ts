import { z } from 'zod';
import { McpFailure } from '@/lib/ports';
import type { ErrorCode as FailureCode } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { ErrorCode, McpError } from '@modelcontextprotocol/sdk/types.js';

/** MCP's code for a resource that does not exist. */
const RESOURCE_NOT_FOUND = -32002;

const CODES: Readonly<Record<number, FailureCode>> = {
  [ErrorCode.InvalidParams]: 'INVALID_ARGS',
  [ErrorCode.MethodNotFound]: 'UNSUPPORTED',
  [ErrorCode.RequestTimeout]: 'TIMEOUT',
  [ErrorCode.ConnectionClosed]: 'NETWORK_ERROR',
  [RESOURCE_NOT_FOUND]: 'NOT_FOUND',
};

/** Converts a client's error: an error from the server keeps its own code, anything else is a broken connection. */
export function toMcpFailure(server: string, error: unknown): McpFailure {
  if (error instanceof McpFailure) return error;
  if (error instanceof McpError) {
    const message = error.message.replace(/^(MCP error -?\d+: )+/, '');
    return new McpFailure(CODES[error.code] ?? 'SERVER_ERROR', `${server}: ${message}`);
  }
  if (error instanceof z.core.$ZodError) {
    const [{ path, message } = { path: [], message: '' }] = error.issues;
    return new McpFailure('SERVER_ERROR', `${server} answered what MCP does not know: ${path.join('.')}: ${message}`);
  }
  return new McpFailure('NETWORK_ERROR', `The MCP server ${server} cannot be reached: ${messageOf(error)}`);
}

/** Whether the connection is unusable: true for any error that is not an answer from the server. */
export const isBroken = (error: unknown): boolean =>
  !(error instanceof McpError) || CODES[error.code] === 'NETWORK_ERROR';
