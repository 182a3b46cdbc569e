import type { ExportedFiles, ExportedTool, ExportTarget } from './exported-tool';
import { aiSdk } from './targets/ai-sdk';
import { claudeAgentSdkTarget } from './targets/claude-agent-sdk';
import { declarations } from './targets/declarations';
import { langchain } from './targets/langchain';
import { mastra } from './targets/mastra';
import { mcpServer } from './targets/mcp-server';
import { openaiAgents } from './targets/openai-agents';
import { toolyardPack } from './targets/toolyard-pack';

export { fromDraft, type ExportedFiles, type ExportedTool, type ExportTarget } from './exported-tool';
export { ToolPackSchema, type ToolPack } from './targets/toolyard-pack';

/** All export targets, in the order in which they are offered: first what most clients can use. */
export const EXPORT_TARGETS: readonly ExportTarget[] = [
  mcpServer,
  aiSdk,
  claudeAgentSdkTarget,
  openaiAgents,
  langchain,
  mastra,
  declarations,
  toolyardPack,
];

/**
 * The files of an export, by path. `name` becomes the project's name in kebab case, or `my-tools` if nothing is left of it.
 * Throws if a handler cannot be parsed as TypeScript.
 */
export function exportTools(target: ExportTarget, tools: readonly ExportedTool[], name: string): ExportedFiles {
  const project = name
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
  return target.files(tools, project || 'my-tools');
}
