import type { Sandbox } from '@/lib/ports';
import { fsCases } from './cases-fs';
import { gitCases } from './cases-git';
import { httpCases } from './cases-http';
import { nodeCases } from './cases-node';
import { searchCases } from './cases-search';
import { shellCases } from './cases-shell';
import { terminalCases } from './cases-terminal';
import type { ContractCase, Need } from './contract-case';

const cases: readonly ContractCase[] = [
  ...fsCases,
  ...shellCases,
  ...nodeCases,
  ...httpCases,
  ...gitCases,
  ...searchCases,
  ...terminalCases,
];

/** The cases that a sandbox with these abilities must pass. */
export const contractCases = (abilities: readonly Need[]): readonly ContractCase[] =>
  cases.filter(({ needs }) => !needs || abilities.includes(needs));

/** Runs one case in a fresh folder. */
export async function runContractCase(sandbox: Sandbox, contractCase: ContractCase): Promise<void> {
  const folder = `${sandbox.workdir}/${contractCase.name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`;
  await sandbox.fs.mkdir(folder, { recursive: true });
  await contractCase.run(sandbox, folder);
}
