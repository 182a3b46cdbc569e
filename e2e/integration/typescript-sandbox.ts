import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { createNativeSandbox, type NativeSandbox } from '@/lib/sandbox/contract/native-sandbox';

/** A native sandbox whose `node` runs TypeScript on every supported version of Node. */
export async function createTypescriptSandbox(): Promise<NativeSandbox> {
  const native = await createNativeSandbox();
  const bin = await mkdtemp(join(tmpdir(), 'toolyard-node-'));
  const script = join(import.meta.dirname, 'typescript-node.mjs');
  await writeFile(join(bin, 'node'), `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`);
  await chmod(join(bin, 'node'), 0o755);
  const path = `${bin}${delimiter}${process.env.PATH ?? ''}`;
  return {
    ...native,
    spawn: (command, args, options) =>
      native.spawn(command, args, { ...options, env: { ...options?.env, PATH: path } }),
    async dispose() {
      await native.dispose();
      await rm(bin, { recursive: true, force: true });
    },
  };
}
