import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import { z } from 'zod';
import type { createToolServer } from '../../server';
import { tool as sdkTool } from '../../tool-function';

/** A client of a server with these tools. */
export async function clientOf(server: ReturnType<typeof createToolServer>): Promise<Client> {
  const client = new Client({ name: 'client', version: '1' });
  const [mine, theirs] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.instance.connect(theirs), client.connect(mine)]);
  return client;
}

export const double = sdkTool('double', 'Doubles.', { a: z.number() }, ({ a }) => ({
  content: [{ type: 'text', text: String(a * 2) }],
}));
