import { messageOf } from '@/lib/protocol/message-of';
import { CloneError, cloneRepository, type CloneProgress } from './clone-repository';
import type { CloneMessage } from './clone-in-worker';

/** How often progress is told, in milliseconds. */
const TELL_MS = 100;

const tell = (message: CloneMessage, transfer: Transferable[] = []): void => self.postMessage(message, { transfer });

/** Clones one repository, which takes a page too long to do between two frames. */
self.onmessage = async ({ data }: MessageEvent<unknown>) => {
  let told = 0;
  const onProgress = (progress: CloneProgress): void => {
    if (performance.now() - told < TELL_MS) return;
    told = performance.now();
    tell({ type: 'progress', progress: { ...progress } });
  };
  try {
    const packed = await cloneRepository(String(data), { fetch: (...args) => fetch(...args), onProgress });
    const snapshot = new Uint8Array(packed);
    tell({ type: 'cloned', snapshot }, [snapshot.buffer]);
  } catch (error) {
    tell({ type: 'failed', code: error instanceof CloneError ? error.code : '', message: messageOf(error) });
  }
};
