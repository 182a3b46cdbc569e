import type { Client } from '@/lib/client/state';
import type { SandboxChoice } from './catalogue';
import { readCareless } from './careless-link';
import type { DeepLink } from './deep-link';

/** Loads the client and starts it as the link says. It loads after the page, which can be read meanwhile. */
export async function startClient(link: DeepLink, defaultSandbox: SandboxChoice): Promise<Client> {
  const { createClient } = await import('@/lib/client');
  const { scenario, model, modelName, baseURL, toolMode, dialect, preset, speed, mode, sandbox, thread } = link;
  const careless = link.careless === undefined ? undefined : await readCareless(link.careless);
  return createClient({
    options: {
      ...(scenario && { scenario }),
      ...(model && { model }),
      ...(modelName && { modelName }),
      ...(baseURL && { baseURL }),
      ...(toolMode && { toolMode }),
      ...(dialect && { dialect }),
      ...(preset && { preset }),
      ...(careless && { careless }),
      ...(speed && { speed }),
      ...(mode && { mode }),
    },
    sandbox: sandbox ?? defaultSandbox,
    ...(thread && { threadId: thread }),
  });
}
