import type { ExportedFiles, ExportedTool, ExportTarget } from './exported-tool';
import { aiSdk } from './targets/ai-sdk';
import { claudeAgentSdk } from './targets/claude-agent-sdk';
import { declarations } from './targets/declarations';
import { langchain } from './targets/langchain';
import { mastra } from './targets/mastra';
import { mcpServer } from './targets/mcp-server';
import { openaiAgents } from './targets/openai-agents';
import { toolyardPack } from './targets/toolyard-pack';

export { fromDraft, type ExportedFiles, type ExportedTool, type ExportTarget } from './exported-tool';
export { ToolPackSchema, type ToolPack } from './targets/toolyard-pack';

/** Everything that tools can be taken to, in the order in which people are offered it. */
export const EXPORT_TARGETS: readonly ExportTarget[] = [
  aiSdk,
  claudeAgentSdk,
  mcpServer,
  openaiAgents,
  langchain,
  mastra,
  declarations,
  toolyardPack,
];

/**
 * The files of an export, by path. `name` becomes the project's: in kebab case, `my-tools` where nothing is left of it. Throws where a
 * handler cannot be read as TypeScript.
 */
export function exportTools(target: ExportTarget, tools: readonly ExportedTool[], name: string): ExportedFiles {
  const project = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return target.files(tools, project || 'my-tools');
}
