import type { Todo, TodoStore } from '@/lib/ports';
import { z } from 'zod';
import { openPersisted } from './persisted';
import type { KeyValue } from './database';

const TodosSchema = z.array(
  z.object({
    content: z.string(),
    status: z.enum(['pending', 'in_progress', 'completed']),
    activeForm: z.string(),
  }),
);

/** The to-do list of one agent, kept in this browser. `owner` is the thread, or one of its agents. */
export const openTodoStore = (table: KeyValue, owner: string): Promise<TodoStore> =>
  openPersisted<readonly Todo[]>(table, `todos:${owner}`, TodosSchema, []);
