import { graceful, fencedText, unexpected } from './endings';
import { lastSteps, steps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const SERVER = 'playground';
const NOTE = { title: 'What I learnt', text: 'A tool of a server joins the pool once the server is connected.' };
const POOLED = 'mcp__playground__count_words';

const list: ScriptedTurn = {
  text: 'First, what the MCP servers offer to read. Asking connects me to them.',
  calls: [{ name: 'ListMcpResources', input: {} }],
};

const explore: ScriptedTurn = {
  text: 'I will read the guide, and call one of the tools by the name that the server gives it.',
  calls: [
    { name: 'ReadMcpResource', input: { server: SERVER, uri: 'playground://guide' } },
    { name: 'McpCall', input: { server: SERVER, tool: 'add_note', input: NOTE } },
  ],
};

const count: ScriptedTurn = {
  text: 'The server is connected, so its tools are among mine now. I will call one directly. Nobody has trusted it yet, so it counts as one that may change things, whatever it says about itself.',
  calls: [{ name: POOLED, input: { text: NOTE.text } }],
};

function next(all: readonly AnsweredCall[], last: readonly AnsweredCall[]): ScriptedTurn {
  const [now] = last;
  if (!now) return list;
  const stop = graceful(last);
  if (stop) return stop;
  const failed = last.find((step) => step.failed);
  if (failed) return unexpected(failed, 'the server in the page to answer');
  if (now.name === 'ListMcpResources' && all.length === 1) return explore;
  if (now.name === 'ReadMcpResource') return count;
  if (now.name === POOLED)
    return { text: 'The note is a resource now:', calls: [{ name: 'ListMcpResources', input: { server: SERVER } }] };
  return { text: `The server changed its list, and told me:\n\n${fencedText(now.text)}` };
}

/** An MCP server's resources, a call by name, and a tool of the server in the pool. */
export const mcp: Scenario = {
  id: 'mcp',
  title: 'Tools of an MCP server',
  summary:
    'A server in the page is connected on first use: its resources are read, its tools called and added to the pool.',
  prompt: 'See what the MCP servers offer.',
  sample: 'cart',
  needs: ['ListMcpResources', 'McpCall', 'ReadMcpResource', 'McpCall.input'],
  setup: { options: { mode: 'bypassPermissions' } },
  next: (history) => next(steps(history), lastSteps(history)),
};
