import type { Sandbox } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';

/** Which sandbox a person or the operator wants. `auto`: WebContainer where it works, the embedded one elsewhere. */
export type BootChoice = 'embedded' | 'webcontainer' | 'auto';

/** `why` is empty where there is nothing to tell. */
export type Boot = { ok: true; sandbox: Sandbox; why: string } | { ok: false; why: string };

/** The adapters, loaded when they are wanted. */
export interface SandboxAdapters {
  embedded: (signal: AbortSignal) => Promise<Sandbox>;
  /** Says quickly whether WebContainer can run here; `why` names the cause. */
  probe: (signal: AbortSignal) => Promise<{ ok: true } | { ok: false; why: string }>;
  webcontainer: (signal: AbortSignal) => Promise<Sandbox>;
}

/** What is waited for while a sandbox boots; empty where there is nothing to tell. */
export const whileBooting = (choice: BootChoice): string =>
  choice === 'embedded'
    ? ''
    : 'asking whether WebContainer can run here; the embedded sandbox starts if it does not answer';

/** Boots the chosen sandbox, falls back to the embedded one with the reason said, and never rejects. */
export async function bootSandbox(choice: BootChoice, adapters: SandboxAdapters, signal: AbortSignal): Promise<Boot> {
  if (choice === 'embedded') return bootEmbedded(adapters, signal);
  const found = await attempt(() => adapters.probe(signal));
  if (!found.ok) return bootEmbedded(adapters, signal, found.why);
  if (!found.value.ok) return bootEmbedded(adapters, signal, found.value.why);
  const booted = await attempt(() => adapters.webcontainer(signal));
  if (!booted.ok) return bootEmbedded(adapters, signal, booted.why);
  return { ok: true, sandbox: booted.value, why: choice === 'auto' ? 'auto: the probe found it' : 'chosen' };
}

async function bootEmbedded(adapters: SandboxAdapters, signal: AbortSignal, why?: string): Promise<Boot> {
  const reason = why === undefined ? '' : `no WebContainer: ${why}`;
  const booted = await attempt(() => adapters.embedded(signal));
  return booted.ok
    ? { ok: true, sandbox: booted.value, why: reason }
    : { ok: false, why: `The sandbox did not start: ${booted.why}` };
}

async function attempt<T>(work: () => Promise<T>): Promise<{ ok: true; value: T } | { ok: false; why: string }> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, why: messageOf(error) };
  }
}
