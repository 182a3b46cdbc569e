import { PageFailure, SandboxError, type PageDriver, type PagePlace, type PageView, type Sandbox } from '@/lib/ports';
import { assemble } from './assemble';
import type { Order } from './messages';
import { openPreview, type PreviewFrame } from './open-frame';
import { folderOf, pagePath } from './page-path';

/** Bytes of an HTML file that can be opened. */
const MOST_HTML = 2_000_000;

/** Drives one page of the sandbox at a time. Links lead to the next file. */
export function createPageDriver(sandbox: () => Promise<Sandbox | undefined>, life: AbortSignal): PageDriver {
  const listeners = new Set<() => void>();
  let open: { frame: PreviewFrame; path: string; workdir: string } | undefined;
  let value: PageView | undefined;
  let place: PagePlace | undefined;
  life.addEventListener('abort', () => open?.frame.remove(), { once: true });

  const sees = (view: PageView): PageView => {
    value = view;
    for (const listener of listeners) listener();
    return view;
  };

  async function openPath(address: string, from: string | undefined, signal: AbortSignal): Promise<PageView> {
    const found = await sandbox();
    if (!found) throw new PageFailure('STORE_UNAVAILABLE', 'There is no sandbox at the moment.');
    const { workdir } = found;
    const path = pagePath(address, from ?? workdir, workdir);
    const bytes = await readFile(found, path);
    if (!bytes) throw new PageFailure('NOT_FOUND', `There is no file ${path}.`);
    if (bytes.byteLength > MOST_HTML)
      throw new PageFailure('FILE_TOO_LARGE', `${path} is larger than ${MOST_HTML} bytes.`);
    const { html, missing } = await assemble(new TextDecoder().decode(bytes), (reference) =>
      readInside(found, reference, folderOf(path)),
    );
    signal.throwIfAborted();
    const frame = await openPreview(html, place, signal);
    open?.frame.remove();
    open = { frame, path, workdir };
    const view = await look({ do: 'read' }, signal);
    return missing.length === 0
      ? view
      : sees({ ...view, console: [...missing.map((what) => `note: ${what}`), ...view.console] });
  }

  async function ask(order: Order, signal: AbortSignal) {
    if (!open) throw new PageFailure('NOT_FOUND', 'No page is open.');
    const { frame, path, workdir } = open;
    try {
      const answer = await frame.ask(order, signal);
      if (answer.kind === 'failed') throw new PageFailure(answer.code, answer.message);
      return { answer, path, workdir };
    } catch (error) {
      // A page in an endless loop answers nothing any more, and would go on for ever.
      if (error instanceof PageFailure && error.code === 'TIMEOUT' && open?.frame === frame) {
        frame.remove();
        open = undefined;
      }
      throw error;
    }
  }

  async function look(order: Order, signal: AbortSignal): Promise<PageView> {
    const { answer, path, workdir } = await ask(order, signal);
    if (answer.kind !== 'seen') throw new PageFailure('EXECUTION_ERROR', 'The page answered something else.');
    if (answer.goTo !== undefined) return openPath(answer.goTo, folderOf(path), signal);
    return sees({ url: path.slice(workdir.length + 1), ...answer.seen });
  }

  return {
    get value() {
      return value;
    },
    subscribe(listener) {
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    open: (address, signal) => openPath(address, undefined, signal),
    read: (signal) => look({ do: 'read' }, signal),
    click: (target, signal) => look({ do: 'click', target }, signal),
    type: (target, text, signal) => look({ do: 'type', target, text }, signal),
    async screenshot(signal) {
      const { answer } = await ask({ do: 'screenshot' }, signal);
      if (answer.kind !== 'picture') throw new PageFailure('EXECUTION_ERROR', 'The page answered something else.');
      return { mimeType: 'image/png', data: answer.data };
    },
    show(where) {
      place = where;
      open?.frame.show(where);
    },
  };
}

/** A file that a page refers to; undefined where it is not there or not below the workdir. */
async function readInside(sandbox: Sandbox, reference: string, folder: string): Promise<Uint8Array | undefined> {
  try {
    return await readFile(sandbox, pagePath(reference, folder, sandbox.workdir));
  } catch (error) {
    if (error instanceof PageFailure) return undefined;
    throw error;
  }
}

/** A file's bytes, its links resolved within the workdir; undefined where there is none. */
async function readFile({ fs, workdir }: Sandbox, path: string): Promise<Uint8Array | undefined> {
  try {
    const real = await fs.realpath(path);
    if (!real.startsWith(`${workdir}/`)) return undefined;
    return (await fs.stat(real)).type === 'file' ? await fs.readFile(real) : undefined;
  } catch (error) {
    if (error instanceof SandboxError) return undefined;
    throw error;
  }
}
