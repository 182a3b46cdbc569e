import { z } from 'zod';

/** Input fields shared by several task tools. */
export const taskId = z.string().trim().min(1).describe('The task, as TaskCreate, TaskList or Bash named it.');
export const taskTitle = z.string().trim().min(1).max(200);
export const taskDescription = z.string().max(10_000);
export const taskOwner = z.string().trim().min(1).max(100);
export const blockers = z.array(z.string().trim().min(1)).max(50);
