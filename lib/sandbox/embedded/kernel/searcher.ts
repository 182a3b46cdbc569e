import { SandboxError, type GlobEntry, type SearchResult } from '@/lib/ports';
import type { TreeFs } from '../fs/tree-fs';
import { AnswerSide, newChannelMemory } from '../protocol/channel';
import { SEARCH_DEADLINE_MS } from '../protocol/limits';
import { SearchMessageSchema, type SearchTask } from '../protocol/search-task';
import { SyscallSchema, type Syscall } from '../protocol/syscall';
import { answerFileCall, type FileCall } from './file-calls';
import type { WorkerPool } from './worker-pool';

interface Outcome {
  files: SearchResult['files'];
  truncated: boolean;
  entries: GlobEntry[];
  /** Files with a match. */
  paths: string[];
}

/** A search reads a lot at once, and each chunk that crosses costs a turn of the kernel. */
const CHANNEL_BYTES = 8 * 1024 * 1024;

const READ_ONLY: ReadonlySet<Syscall['op']> = new Set<FileCall['op']>([
  'tree',
  'readMany',
  'readPart',
  'read',
  'stat',
  'list',
]);

const isReadOnly = (call: Syscall): call is FileCall => READ_ONLY.has(call.op);

/** Runs a search or glob in its own worker, so that a pattern that never ends can be aborted. */
export function runSearch(fs: TreeFs, pool: WorkerPool, task: SearchTask, signal: AbortSignal): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const outcome: Outcome = { files: [], truncated: false, entries: [], paths: [] };
    const worker = pool.take('search');
    const memory = newChannelMemory(CHANNEL_BYTES);
    const channel = new AnswerSide(memory);
    const finish = (done: () => void, reusable = false) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      if (reusable) pool.give('search', worker);
      else worker.terminate();
      done();
    };
    const abort = () => finish(() => reject(new SandboxError('ECANCELED', 'the search was cancelled')));
    const timer = setTimeout(
      () =>
        finish(() =>
          task.kind === 'search'
            ? resolve({ ...outcome, truncated: true })
            : reject(new SandboxError('ETIMEDOUT', 'the pattern takes too long')),
        ),
      SEARCH_DEADLINE_MS,
    );
    signal.addEventListener('abort', abort);
    worker.onerror = (event) => {
      event.preventDefault();
      finish(() => reject(new SandboxError('EIO', event.message)));
    };
    worker.onmessage = ({ data }: MessageEvent<unknown>) => {
      const message = SearchMessageSchema.safeParse(data);
      if (!message.success) return;
      switch (message.data.t) {
        case 'syscall': {
          const call = SyscallSchema.safeParse(message.data.request);
          if (!call.success || !isReadOnly(call.data)) return;
          const { kind, bytes } = answerFileCall(fs, call.data);
          return channel.answer(kind, bytes);
        }
        case 'more':
          return channel.more();
        case 'hits':
          outcome.files.push(...message.data.files);
          return;
        case 'searched':
          outcome.truncated = message.data.truncated;
          return finish(() => resolve(outcome), true);
        case 'found':
          outcome.entries = message.data.entries;
          return finish(() => resolve(outcome), true);
        case 'holding':
          outcome.paths = message.data.paths;
          return finish(() => resolve(outcome), true);
        case 'failed': {
          const { code, message: text } = message.data;
          return finish(() => reject(new SandboxError(code, text)), true);
        }
      }
    };
    worker.postMessage({ memory, task, generation: fs.generation });
  });
}
