import { createEmbeddedSandbox } from '@/lib/sandbox';

/** Milliseconds from requesting a sandbox until it had started, had answered about its files, and had run a command. */
export interface BootTimes {
  readyMs: number;
  filesMs: number;
  commandMs: number;
}

declare global {
  interface Window {
    boot: () => Promise<BootTimes>;
  }
}

window.boot = async () => {
  const asked = performance.now();
  const sandbox = await createEmbeddedSandbox();
  const readyMs = performance.now() - asked;
  await sandbox.fs.readdir(sandbox.workdir);
  const filesMs = performance.now() - asked;
  const command = await sandbox.spawn('bash', ['-c', 'true']);
  await command.exit;
  return { readyMs, filesMs, commandMs: performance.now() - asked };
};
