import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ERROR_CODES } from '@/lib/protocol';
import { createToolServer } from '../../server';
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

/** A resource that explains the playground to an agent in it. */
const GUIDE = `# The playground, for an agent in it

You call tools against a sandbox in somebody's browser tab. The person sees every call, its arguments, its result and each change of a file.

- A call that changes something may need the person's approval. A denial says why; do not try the same call again.
- A failed call has a code. Only TIMEOUT, RATE_LIMITED, NETWORK_ERROR and SERVER_ERROR are worth the same call again.
- Results are cut to what fits. Ask for less, with a limit, a range or a filter.
- This server runs in the page itself: its notes are gone when the page is.
`;
