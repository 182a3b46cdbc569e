import { isRecord } from './define-tool';
import type { PortName } from './messages';

/** What a port rejects with: the message that a model would get, and the code of the failure. */
class PortError extends Error {
  override name = 'Error';
  constructor(
    message: string,
    readonly code: string,
  ) {
    super(message);
  }
}

/** The code of a port's failure that a tool did not catch. */
export function portErrorOf(error: unknown): { error?: string } {
  try {
    return error instanceof PortError ? { error: error.code } : {};
  } catch {
    // A proxy that throws on `instanceof`.
    return {};
  }
}

/** Files, shell and web, as the code of a tool sees them. */
export function portsOver(ask: (port: PortName, input: object) => Promise<unknown>) {
  const use = async (port: PortName, input: object): Promise<unknown> => {
    const answer = await ask(port, input);
    if (!isRecord(answer)) throw new TypeError(`${port} was not answered.`);
    if (answer.ok !== true) throw new PortError(String(answer.text), String(answer.error));
    return answer.value;
  };
  return {
    files: {
      read: (path: unknown) => use('files.read', { path }),
      exists: (path: unknown) => use('files.exists', { path }),
      list: (folder: unknown) => use('files.list', { folder }),
      write: (path: unknown, text: unknown) => use('files.write', { path, text }),
      remove: (path: unknown) => use('files.remove', { path }),
    },
    shell: {
      run: (command: unknown, options: unknown) =>
        use('shell.run', { command, ...(isRecord(options) && { timeout: options.timeout }) }),
    },
    fetch: (url: unknown) => use('fetch', { url: String(url) }),
  };
}
