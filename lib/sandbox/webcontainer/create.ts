import { SandboxError, type Sandbox } from '@/lib/ports';
import { adaptContainer } from './adapt';
import { bootContainer } from './boot';

const BOOT_DEADLINE_MS = 30_000;
const HELPER_URL = '/sandbox/webcontainer-helper.js';

/** The port for StackBlitz's WebContainer in this page. Throws `SandboxError` ENOTSUP, with the cause, if it does not boot. */
export async function createWebContainerSandbox(options: { signal?: AbortSignal } = {}): Promise<Sandbox> {
  const [booted, helperSource] = await Promise.all([bootContainer(BOOT_DEADLINE_MS, options.signal), fetchHelper()]);
  if (!booted.ok) throw new SandboxError('ENOTSUP', `WebContainer does not run here: ${booted.why}`);
  return adaptContainer(booted.container, helperSource);
}

async function fetchHelper(): Promise<string> {
  const response = await fetch(HELPER_URL);
  if (!response.ok) throw new SandboxError('ENOENT', `${HELPER_URL}: ${response.status}`);
  return response.text();
}
