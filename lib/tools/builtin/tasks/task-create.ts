import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { blockers, taskDescription, taskOwner, taskTitle } from './fields';
import { findBlockers } from './find-task';
import { TASK_TOOL } from './task-tool';
import { naming } from '../../system';

export const taskCreate = defineTool({
  name: 'TaskCreate',
  ...TASK_TOOL,
  description:
    'Creates a task in the list that all agents of this thread share. Use it to divide larger work: each task can have an ' +
    'owner and can wait for others. Do not use it for your own next steps (use TodoWrite), nor to start anything: Bash ' +
    'and Agent make tasks of what runs in the background by themselves. After NOT_FOUND name tasks that exist in blocked_by.',
  title: 'Create a task',
  kind: 'other',
  autoApproved: true,
  input: z.strictObject({
    title: taskTitle.describe('What is to be done, in one line.'),
    description: taskDescription.optional().describe('Everything that whoever does it has to know.'),
    owner: taskOwner.optional().describe('The agent that is to do it.'),
    blocked_by: blockers.optional().describe('Tasks that have to be completed before this one.'),
  }),
  titleFor: ({ title }) => `Create the task “${title}”`,
  async execute({ title, description, owner, blocked_by = [] }, context) {
    const tasks = need(context, 'tasks');
    if (!tasks.ok) return tasks.failure;
    const blockedBy = findBlockers(tasks.value, blocked_by, context);
    if (!blockedBy.ok) return blockedBy.failure;
    const { id } = await tasks.value.create({
      kind: 'plan',
      title,
      ...(description !== undefined && { description }),
      ...(owner !== undefined && { owner }),
      ...(blockedBy.value.length > 0 && { blockedBy: blockedBy.value }),
    });
    const after = blockedBy.value.length > 0 ? ` It waits for ${blockedBy.value.join(', ')}.` : '';
    return {
      text: `Created ${id}: ${title}.${after}${naming(context, ['TaskUpdate'], (update) => ` Say with ${update} when it is begun and when it is done.`)}`,
      summary: id,
      details: { taskId: id },
    };
  },
});
