import type { Sandbox } from '@/lib/ports';

/** What a case needs that not every sandbox has. */
export type Need = 'typescript' | 'terminal' | 'deadline' | 'git' | 'server';

/** One promise of the port. `run` throws if it is broken. Cases share a sandbox; each works in a folder of its own. */
export interface ContractCase {
  name: string;
  needs?: Need;
  run(sandbox: Sandbox, folder: string): Promise<void>;
}
