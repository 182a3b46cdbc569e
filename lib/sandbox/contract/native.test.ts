import { afterAll, beforeAll, describe, it } from 'vitest';
import { hasGit } from '../git/testing/git-bench';
import { createNativeSandbox, type NativeSandbox } from './native-sandbox';
import { contractCases, runContractCase } from './suite';

const abilities = (await hasGit()) ? (['git'] as const) : [];

describe('the contract, against the machine itself', () => {
  let sandbox: NativeSandbox;
  beforeAll(async () => {
    sandbox = await createNativeSandbox();
  });
  afterAll(() => sandbox.dispose());

  it.each(contractCases(abilities))('$name', async (contractCase) => {
    await runContractCase(sandbox, contractCase);
  });
});
