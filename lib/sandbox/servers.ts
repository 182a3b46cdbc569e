import type { SandboxServer } from '@/lib/ports';
import type { SandboxListeners } from './listeners';

/** The programs of a sandbox that listen; emits each change. */
export class Servers {
  private readonly open = new Map<number, SandboxServer>();

  constructor(private readonly listeners: SandboxListeners) {}

  get list(): readonly SandboxServer[] {
    return [...this.open.values()].sort((a, b) => a.port - b.port);
  }

  changed(type: 'open' | 'close', { port, url }: SandboxServer): void {
    if (type === 'open') this.open.set(port, { port, url });
    else this.open.delete(port);
    this.listeners.emit('port', { port, url, type });
  }
}
