import { aguiDeclaration, anthropicDeclaration, mcpDeclaration, openaiDeclaration } from '@/lib/models/declarations';
import type { Discovery } from '@/lib/protocol';
import type { toApiTool } from '@/lib/tools/api-tool';

export type ApiTool = ReturnType<typeof toApiTool>;

/** A form in which a tool is told to somebody. */
export interface Form {
  id: string;
  title: string;
  explains: string;
  of(tool: ApiTool, discovery: Discovery): object;
}

export const FORMS: readonly Form[] = [
  {
    id: 'anthropic',
    title: 'Anthropic',
    explains: 'What Claude gets in each request. The API refuses annotations.',
    of: (tool, discovery) => anthropicDeclaration(tool, { deferred: discovery === 'deferred' }),
  },
  {
    id: 'openai',
    title: 'OpenAI',
    explains: 'As chat completions take it: a function, without annotations.',
    of: (tool) => openaiDeclaration(tool),
  },
  {
    id: 'mcp',
    title: 'MCP',
    explains: 'As an MCP server lists it, annotations included.',
    of: mcpDeclaration,
  },
  {
    id: 'agui',
    title: 'AG-UI',
    explains: 'What the client sends with a run, here or to any AG-UI agent.',
    of: aguiDeclaration,
  },
];
