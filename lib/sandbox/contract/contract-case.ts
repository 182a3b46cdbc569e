import type { Sandbox } from '@/lib/ports';

/** An ability that a case needs and not every sandbox has. */
export type Need = 'typescript' | 'terminal' | 'deadline' | 'git' | 'server';

/** One promise of the port. `run` throws if it is broken. Cases share a sandbox; each uses its own folder. */
export interface ContractCase {
  name: string;
  needs?: Need;
  run(sandbox: Sandbox, folder: string): Promise<void>;
}
