import { afterAll, beforeAll, describe, it } from 'vitest';
import { createNativeSandbox, type NativeSandbox } from './native-sandbox';
import { contractCases, runContractCase } from './suite';

describe('the contract, against the machine itself', () => {
  let sandbox: NativeSandbox;
  beforeAll(async () => {
    sandbox = await createNativeSandbox();
  });
  afterAll(() => sandbox.dispose());

  it.each(contractCases([]))('$name', { timeout: 30_000 }, async (contractCase) => {
    await runContractCase(sandbox, contractCase);
  });
});
