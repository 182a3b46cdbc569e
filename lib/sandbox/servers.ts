import type { SandboxServer } from '@/lib/ports';
import type { SandboxListeners } from './listeners';

/** Which programs of a sandbox listen; tells of each change. */
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
