import { eraseTool } from '../../erase-tool';
import type { AnyTool } from '../../tool';
import { agent } from './agent';
import { notebookEdit } from './notebook-edit';
import { plan } from './plan';
import { sendMessage } from './send-message';
import { skill } from './skill';
import { taskCreate } from './task-create';
import { taskGet } from './task-get';
import { taskList } from './task-list';
import { taskOutput } from './task-output';
import { taskStop } from './task-stop';
import { taskUpdate } from './task-update';
import { teamCreate } from './team-create';
import { teamDelete } from './team-delete';

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
