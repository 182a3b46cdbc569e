import { aguiDeclaration, anthropicDeclaration, mcpDeclaration, openaiDeclaration } from '@/lib/models/declarations';
import type { Discovery } from '@/lib/protocol';
import type { toApiTool } from '@/lib/tools/api-tool';

type ApiTool = ReturnType<typeof toApiTool>;

/** A form in which a tool is declared to a provider or protocol. */
export interface Form {
  id: string;
  title: string;
  /** The key of the message that explains it. */
  explains: 'anthropic' | 'openai' | 'mcp' | 'agui';
  of(tool: ApiTool, discovery: Discovery): object;
}

export const FORMS: readonly Form[] = [
  {
    id: 'anthropic',
    title: 'Anthropic',
    explains: 'anthropic',
    of: (tool, discovery) => anthropicDeclaration(tool, { deferred: discovery === 'deferred' }),
  },
  {
    id: 'openai',
    title: 'OpenAI',
    explains: 'openai',
    of: (tool) => openaiDeclaration(tool),
  },
  {
    id: 'mcp',
    title: 'MCP',
    explains: 'mcp',
    of: mcpDeclaration,
  },
  {
    id: 'agui',
    title: 'AG-UI',
    explains: 'agui',
    of: aguiDeclaration,
  },
];
