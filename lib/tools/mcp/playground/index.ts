import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ERROR_CODES } from '@/lib/protocol';
import { createToolServer } from '../../server';
import { GUIDE } from './guide';
import { createNotes, type Notes } from './notes';
import { playgroundTools } from './tools';

export const PLAYGROUND_SERVER = 'playground';

/** Starts the server in this page and connects to it. Notes outlive the connection. */
export function createPlayground(): () => Promise<Transport> {
  const kept: { uri: string; title: string; text: string }[] = [];
  let open: McpServer | undefined;
  const notes: Notes = createNotes((note) => {
    kept.push(note);
    if (open) addText(open, note.title, note.uri, note.text);
  });
  return async () => {
    const { instance } = createToolServer({ name: PLAYGROUND_SERVER, tools: playgroundTools(notes) });
    addText(instance, 'Guide to the playground', 'playground://guide', GUIDE);
    addText(instance, 'Error codes', 'playground://error-codes', ERROR_CODES.join('\n'), 'text/plain');
    for (const { title, uri, text } of kept) addText(instance, title, uri, text);
    instance.registerPrompt('review-tool', { description: 'Asks for a review of a tool’s description.' }, () => ({
      messages: [{ role: 'user', content: { type: 'text', text: 'Review the description of a tool for me.' } }],
    }));
    open = instance;
    const [mine, its] = InMemoryTransport.createLinkedPair();
    await instance.connect(its);
    return mine;
  };
}

function addText(server: McpServer, name: string, uri: string, text: string, mimeType = 'text/markdown'): void {
  server.registerResource(name, uri, { mimeType }, () => ({ contents: [{ uri, mimeType, text }] }));
}
