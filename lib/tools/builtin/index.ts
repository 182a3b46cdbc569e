import { eraseTool, type AnyTool } from '../tool';
import { agent } from './agents/agent';
import { sendMessage } from './agents/send-message';
import { teamCreate } from './agents/team-create';
import { teamDelete } from './agents/team-delete';
import { codeSearch } from './code/code-search';
import { lsp } from './code/lsp';
import { config } from './configuration/config';
import { toolSearch } from './discovery/tool-search';
import { toolCreate } from './dynamic/tool-create';
import { toolUpdate } from './dynamic/tool-update';
import { deleteRange } from './files/delete-range';
import { deleteTool } from './files/delete';
import { edit } from './files/edit';
import { ls } from './files/ls';
import { move } from './files/move';
import { multiEdit } from './files/multi-edit';
import { read } from './files/read';
import { write } from './files/write';
import { listMcpResources } from './mcp/list-mcp-resources';
import { mcpCall } from './mcp/mcp-call';
import { readMcpResource } from './mcp/read-mcp-resource';
import { knowledgeIngest } from './memory/knowledge-ingest';
import { knowledgeSearch } from './memory/knowledge-search';
import { memoryRecall } from './memory/memory-recall';
import { memoryStore } from './memory/memory-store';
import { notebookEdit } from './files/notebook/notebook-edit';
import { askUser } from './people/ask-user';
import { enterPlanMode } from './plans/enter-plan-mode';
import { exitPlanMode } from './plans/exit-plan-mode';
import { plan } from './plans/plan';
import { browser } from './preview/browser';
import { cronCreate } from './schedule/cron-create';
import { cronDelete } from './schedule/cron-delete';
import { cronList } from './schedule/cron-list';
import { glob } from './search/glob';
import { grep } from './search/grep';
import { bashOutput } from './shell/bash-output';
import { bash } from './shell/bash';
import { killShell } from './shell/kill-shell';
import { skill } from './skills/skill';
import { taskCreate } from './tasks/task-create';
import { taskGet } from './tasks/task-get';
import { taskList } from './tasks/task-list';
import { taskOutput } from './tasks/task-output';
import { taskStop } from './tasks/task-stop';
import { taskUpdate } from './tasks/task-update';
import { todoWrite } from './tasks/todo-write';
import { remoteTrigger } from './web/remote-trigger';
import { webFetch } from './web/web-fetch';
import { webSearch } from './web/web-search';
import { workflowCreate } from './workflow/workflow-create';
import { workflowRun } from './workflow/workflow-run';
import { enterWorktree } from './worktree/enter-worktree';
import { exitWorktree } from './worktree/exit-worktree';

/** The core tier, in the order in which models see it. */
export const coreTools: readonly AnyTool[] = [
  eraseTool(read),
  eraseTool(write),
  eraseTool(edit),
  eraseTool(multiEdit),
  eraseTool(deleteRange),
  eraseTool(move),
  eraseTool(deleteTool),
  eraseTool(ls),
  eraseTool(glob),
  eraseTool(grep),
  eraseTool(bash),
  eraseTool(bashOutput),
  eraseTool(killShell),
  eraseTool(askUser),
  eraseTool(toolSearch),
  eraseTool(webFetch),
  eraseTool(webSearch),
];

/** The advanced tier, in the order in which models see it. */
export const advancedTools: readonly AnyTool[] = [
  eraseTool(agent),
  eraseTool(skill),
  eraseTool(taskCreate),
  eraseTool(taskGet),
  eraseTool(taskList),
  eraseTool(taskUpdate),
  eraseTool(taskStop),
  eraseTool(taskOutput),
  eraseTool(sendMessage),
  eraseTool(teamCreate),
  eraseTool(teamDelete),
  eraseTool(notebookEdit),
  eraseTool(plan),
];

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

/** All built-in tools, in the order in which models see them. */
export const builtinTools: readonly AnyTool[] = [...coreTools, ...advancedTools, ...specialistTools];
