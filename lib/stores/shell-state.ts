import type { ShellState } from '@/lib/ports';
import { z } from 'zod';
import type { KeyValue } from './key-value';

const ShellStateSchema = z.object({ cwd: z.string(), env: z.record(z.string(), z.string()) });

/** The shell's folder and environment as the thread left them, or `workdir` and an empty environment. */
export async function loadShellState(table: KeyValue, threadId: string, workdir: string): Promise<ShellState> {
  const stored = ShellStateSchema.safeParse(await table.get(`shell:${threadId}`));
  return stored.success ? stored.data : { cwd: workdir, env: {} };
}

export const saveShellState = (table: KeyValue, threadId: string, { cwd, env }: ShellState): Promise<void> =>
  table.put(`shell:${threadId}`, { cwd, env });
