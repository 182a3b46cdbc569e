import type { Host } from '@/lib/host/state';
import type { SandboxChoice } from './catalogue';
import type { DeepLink } from './deep-link';

/** Loads the hands and starts them as the link says. They load after the page, which can be read meanwhile. */
export async function startHost(link: DeepLink, defaultSandbox: SandboxChoice): Promise<Host> {
  const { createHost } = await import('@/lib/host');
  const { scenario, model, modelName, baseURL, toolMode, dialect, preset, speed, mode, sandbox, thread } = link;
  return createHost({
    options: {
      ...(scenario && { scenario }),
      ...(model && { model }),
      ...(modelName && { modelName }),
      ...(baseURL && { baseURL }),
      ...(toolMode && { toolMode }),
      ...(dialect && { dialect }),
      ...(preset && { preset }),
      ...(speed && { speed }),
      ...(mode && { mode }),
    },
    sandbox: sandbox ?? defaultSandbox,
    ...(thread && { threadId: thread }),
  });
}
