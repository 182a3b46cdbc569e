import { WebContainer } from '@webcontainer/api';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Sandbox } from '@/lib/ports';
import { createNativeSandbox, type NativeSandbox } from '@/lib/sandbox/contract/native-sandbox';
import { contractCases, runContractCase } from '@/lib/sandbox/contract/suite';
import { adaptContainer } from '@/lib/sandbox/webcontainer/adapt';
import { bundleHelper } from '@/lib/sandbox/webcontainer/build.mjs';
import { Comlink } from '../../../node_modules/@webcontainer/api/dist/vendor/index.js';
import { cannotBeKept } from './limits';
import { runtimeDouble } from './runtime';

/** What `WebContainer.boot` makes, without its frame: the published client on a channel to the double. */
async function connect(behind: Sandbox): Promise<WebContainer> {
  const { port1, port2 } = new MessageChannel();
  Comlink.expose(runtimeDouble(behind), port1);
  const remote = await Comlink.wrap(port2).build();
  const parts = [await remote.fs(), await remote.previewScript(), await remote.runtimeInfo()];
  const made: unknown = Reflect.construct(WebContainer, [remote, ...parts]);
  if (!(made instanceof WebContainer)) throw new Error('not a WebContainer');
  return made;
}

describe('the contract, by the WebContainer adapter and a double of its runtime over the machine itself', () => {
  let native: NativeSandbox;
  let sandbox: Sandbox;
  beforeAll(async () => {
    native = await createNativeSandbox();
    sandbox = await adaptContainer(await connect(native), await bundleHelper());
  });
  afterAll(() => native.dispose());

  it.each(contractCases([]).filter(({ name }) => !cannotBeKept.has(name)))('$name', async (contractCase) => {
    await runContractCase(sandbox, contractCase);
  });
});
