import { PROTOCOL_VERSION, type UserMessage } from '@ag-ui/core';
import type { BlobStore } from '@/lib/ports';
import type { AgentOptions, ThreadState } from '@/lib/protocol';
import type { HostContext } from '@/lib/tools/dispatch';
import type { Place } from './boot-place';
import type { HostPorts } from './browser-ports';
import { answerCalls } from './hands';
import { createJournal } from './journal';
import { describe, type LegClient } from './leg-client';
import type { loadSample } from './load-sample';
import { openThreadMemory, type ThreadMemory } from './thread-memory';
import { createThreadSession, type SessionFacts, type ThreadSession } from './thread-session';
import type { Dispatching, ToolKit } from './tool-kit';

export interface ThreadOptions {
  id: string;
  how: 'new' | 'resumed';
  ports: HostPorts;
  client: LegClient;
  blobs: BlobStore;
  place: Promise<Place | undefined>;
  /** The project's files as nobody has changed them yet. */
  sample: () => ReturnType<typeof loadSample>;
  loadKit: () => Promise<ToolKit>;
  /** Of the running sandbox. */
  workdir: () => string | undefined;
  /** What is sent with each leg. */
  agentOptions: () => AgentOptions;
  writeRoots: () => readonly string[];
  /** What tools that are about tools use. */
  tools: () => Pick<HostContext, 'guest' | 'shelf' | 'pool' | 'hooks' | 'permissionMode'>;
  dispatching: Dispatching;
  /** The agent is done: what is said to it so that it goes on. Undefined where nobody has to be asked. */
  onDone: (thread: ThreadState, signal: AbortSignal) => Promise<UserMessage | undefined> | undefined;
  /** The options the server keeps for the thread. */
  onOptions: (options: AgentOptions) => void;
  onChange: (facts: SessionFacts) => void;
  /** Something went wrong beside the thread. */
  onMishap: (code: string, message: string) => void;
}

/** Makes this tab follow a thread and, where it holds the lock, run its calls in its own files and with its own memory. */
export function openThread(options: ThreadOptions): ThreadSession {
  const { id, how, ports, client, blobs, place, sample, loadKit, onMishap } = options;
  const journal = createJournal(ports.database.journal, id);
  let away = false;
  let memory = how === 'new' ? settleIn(false) : undefined;

  /** The thread's files and memory, in this tab. Fetched anew when another tab had them. */
  async function settleIn(restore: boolean): Promise<ThreadMemory | undefined> {
    const booted = await place;
    if (!booted) return undefined;
    try {
      await (restore ? booted.workspace.restore(id, sample) : booted.workspace.keepFor(id));
      if (away) await booted.workspace.release();
    } catch (error) {
      onMishap('PROJECT_NOT_LOADED', describe(error));
    }
    return openThreadMemory(ports.database.threads, id, booted.sandbox.workdir);
  }

  const context = async (signal: AbortSignal): Promise<HostContext> => {
    const [booted, remembered] = (await orAborted(Promise.all([place, memory]), signal)) ?? [];
    return {
      threadId: id,
      writeRoots: options.writeRoots(),
      blobs,
      ...options.tools(),
      ...(booted && { sandbox: booted.sandbox }),
      ...(remembered && { shell: remembered.shell, ledger: remembered.ledger }),
    };
  };

  return createThreadSession({
    threadId: id,
    client,
    fetch: ports.fetch,
    wait: ports.wait,
    locks: ports.locks,
    visibility: ports.visibility,
    async build(runId, messages, resume) {
      const { forms } = await loadKit();
      const workdir = options.workdir();
      return {
        threadId: id,
        runId,
        protocolVersion: PROTOCOL_VERSION,
        messages,
        ...(resume.length > 0 && { resume: [...resume] }),
        tools: [...forms],
        context: workdir === undefined ? [] : [{ description: 'Working directory', value: workdir }],
        forwardedProps: { toolyard: options.agentOptions() },
      };
    },
    async answer(calls, answering, onCall) {
      const kit = await loadKit();
      return answerCalls(calls, { kit, journal, dispatching: options.dispatching, context, onCall }, answering);
    },
    async keep(wrote) {
      await (await memory)?.save();
      await (await place)?.workspace.save(wrote);
    },
    onAnswered: (isAnswered) => void journal.forget(isAnswered),
    onHands(hands) {
      if (hands === 'elsewhere') {
        away = true;
        void place.then((booted) => booted?.workspace.release());
      } else if (away) {
        away = false;
        memory = settleIn(true);
      }
    },
    onOptions(stored) {
      options.onOptions(stored);
      memory ??= settleIn(true);
    },
    onDone: options.onDone,
    onChange: options.onChange,
  });
}

/** What a promise resolves to, or undefined once nobody waits for it any more. */
const orAborted = <T>(promise: Promise<T>, signal: AbortSignal): Promise<T | undefined> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return resolve(undefined);
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
    promise.then(resolve, reject);
  });
