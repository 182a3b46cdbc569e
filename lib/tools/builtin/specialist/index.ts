import { eraseTool } from '../../erase-tool';
import type { AnyTool } from '../../tool';
import { browser } from './browser';
import { codeSearch } from './code-search';
import { config } from './config';
import { cronCreate } from './cron-create';
import { cronDelete } from './cron-delete';
import { cronList } from './cron-list';
import { enterPlanMode } from './enter-plan-mode';
import { enterWorktree } from './enter-worktree';
import { exitPlanMode } from './exit-plan-mode';
import { exitWorktree } from './exit-worktree';
import { knowledgeIngest } from './knowledge-ingest';
import { knowledgeSearch } from './knowledge-search';
import { listMcpResources } from './list-mcp-resources';
import { lsp } from './lsp';
import { mcpCall } from './mcp-call';
import { memoryRecall } from './memory-recall';
import { memoryStore } from './memory-store';
import { readMcpResource } from './read-mcp-resource';
import { remoteTrigger } from './remote-trigger';
import { todoWrite } from './todo-write';
import { toolCreate } from './tool-create';
import { toolUpdate } from './tool-update';
import { workflowCreate } from './workflow-create';
import { workflowRun } from './workflow-run';

/** The specialist tier, in the order in which models see it. */
export const specialistTools: readonly AnyTool[] = [
  eraseTool(cronCreate),
  eraseTool(cronDelete),
  eraseTool(cronList),
  eraseTool(lsp),
  eraseTool(config),
  eraseTool(todoWrite),
  eraseTool(enterPlanMode),
  eraseTool(exitPlanMode),
  eraseTool(enterWorktree),
  eraseTool(exitWorktree),
  eraseTool(remoteTrigger),
  eraseTool(mcpCall),
  eraseTool(listMcpResources),
  eraseTool(readMcpResource),
  eraseTool(memoryStore),
  eraseTool(memoryRecall),
  eraseTool(knowledgeIngest),
  eraseTool(knowledgeSearch),
  eraseTool(codeSearch),
  eraseTool(workflowCreate),
  eraseTool(workflowRun),
  eraseTool(browser),
  eraseTool(toolCreate),
  eraseTool(toolUpdate),
];
