import type { Todo } from '@/lib/ports';
import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { summaries } from '../summaries';

/** Maximum entries in one list. */
const MOST_TODOS = 100;

const todo = z.strictObject({
  content: z.string().min(1).describe('What is to be done, as an order: Run the tests.'),
  status: z.enum(['pending', 'in_progress', 'completed']).describe('How far it is.'),
  activeForm: z.string().min(1).describe('The same while it is being done: Running the tests.'),
});

const input = z.strictObject({
  todos: z
    .array(todo)
    .max(MOST_TODOS)
    .superRefine((todos, context) => {
      const fault = faultOf(todos);
      if (fault) context.addIssue({ code: 'custom', message: fault });
    })
    .describe('The whole list as it is to be from now on; what is left out is gone. An empty list clears it.'),
});

export const todoWrite = defineTool({
  name: 'TodoWrite',
  description:
    'Replaces your to-do list, which a person watches while you work. Use it for work of three steps or more: when you ' +
    'begin, and each time a step is begun or done. Exactly one entry is in_progress while any work remains. Do not use it ' +
    'for a single step, nor for work that others take over: use TaskCreate for that. After INVALID_ARGS send the whole ' +
    'list again with one entry in_progress.',
  title: 'To-do list',
  kind: 'other',
  category: 'workflow',
  tier: 'specialist',
  source: 'builtin',
  capabilities: ['todos'],
  autoApproved: true,
  annotations: { idempotentHint: true },
  input,
  titleFor: ({ todos }) =>
    activeFormOf(todos) ?? (todos.length === 0 ? 'Clear the to-do list' : 'Write the to-do list'),
  async execute({ todos }, context) {
    const store = need(context, 'todos');
    if (!store.ok) return store.failure;
    await store.value.set(todos);
    const done = todos.filter(({ status }) => status === 'completed').length;
    if (todos.length === 0) return { text: 'The to-do list is empty now.', summary: summaries(context).emptyList };
    const lines = todos.map(({ content, status }, index) => `${index + 1}. ${MARKS[status]} ${content}`);
    const next = activeFormOf(todos) ?? 'everything is done';
    return {
      text: `${done} of ${todos.length} done; now: ${next}.\n${lines.join('\n')}`,
      summary: summaries(context).doneOf(done, todos.length),
    };
  },
});

const MARKS: Record<Todo['status'], string> = { pending: '[ ]', in_progress: '[>]', completed: '[x]' };

const activeFormOf = (todos: readonly Todo[]): string | undefined =>
  todos.find(({ status }) => status === 'in_progress')?.activeForm;

/** What is wrong with the list as a whole, if anything. */
function faultOf(todos: readonly Todo[]): string | undefined {
  const remaining = todos.filter(({ status }) => status !== 'completed').length;
  const active = todos.filter(({ status }) => status === 'in_progress').length;
  if (remaining === 0 || active === 1) return undefined;
  return `${active} entries are in_progress; it has to be exactly one while any work remains.`;
}
