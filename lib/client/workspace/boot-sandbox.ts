import type { Sandbox } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';

/** The sandbox that a person or the operator wants. `auto`: WebContainer if it works, otherwise the embedded one. */
export type BootChoice = 'embedded' | 'webcontainer' | 'auto';

/** `why` is empty if there is nothing to report. */
type Boot = { ok: true; sandbox: Sandbox; why: string } | { ok: false; why: string };

/** The adapters, loaded on demand. */
export interface SandboxAdapters {
  embedded: (signal: AbortSignal) => Promise<Sandbox>;
  /** Quickly determines whether WebContainer can run here; `why` names the cause. */
  probe: (signal: AbortSignal) => Promise<{ ok: true } | { ok: false; why: string }>;
  webcontainer: (signal: AbortSignal) => Promise<Sandbox>;
}

/** What the person waits for while a sandbox boots; empty if there is nothing to report. */
export const whileBooting = (choice: BootChoice): string =>
  ({
    embedded: '',
    webcontainer: 'WebContainer is starting: it loads from stackblitz.com',
    auto: 'asking whether WebContainer can run here; the embedded sandbox starts if it does not answer',
  })[choice];

/** Boots the chosen sandbox; never rejects. Only `auto` falls back to the embedded one if WebContainer does not start. */
export async function bootSandbox(choice: BootChoice, adapters: SandboxAdapters, signal: AbortSignal): Promise<Boot> {
  if (choice === 'embedded') return bootEmbedded(adapters, signal);
  const found = await bootFound(adapters, signal);
  if (found.ok)
    return { ok: true, sandbox: found.value, why: choice === 'auto' ? 'auto: the probe found it' : 'chosen' };
  if (choice === 'auto') return bootEmbedded(adapters, signal, found.why);
  return { ok: false, why: `WebContainer did not start: ${found.why}` };
}

async function bootFound(adapters: SandboxAdapters, signal: AbortSignal): Promise<Attempt<Sandbox>> {
  const found = await attempt(() => adapters.probe(signal));
  if (!found.ok) return found;
  return found.value.ok ? attempt(() => adapters.webcontainer(signal)) : found.value;
}

async function bootEmbedded(adapters: SandboxAdapters, signal: AbortSignal, why?: string): Promise<Boot> {
  const reason = why === undefined ? '' : `no WebContainer: ${why}`;
  const booted = await attempt(() => adapters.embedded(signal));
  return booted.ok
    ? { ok: true, sandbox: booted.value, why: reason }
    : { ok: false, why: `The sandbox did not start: ${booted.why}` };
}

type Attempt<T> = { ok: true; value: T } | { ok: false; why: string };

async function attempt<T>(work: () => Promise<T>): Promise<Attempt<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, why: messageOf(error) };
  }
}
