import type { AgentOptions } from '@/lib/protocol';
import type { HostContext } from '@/lib/tools/dispatch';
import type { HostPorts } from '../browser-ports';
import { answerCalls } from '../hands';
import { createJournal } from '../journal';
import { legInput } from '../leg-input';
import type { LegClient } from '../leg-client';
import type { Letters } from '../letters';
import type { SessionFacts } from '../session-facts';
import type { ThreadMemory } from '../thread-memory';
import { createThreadSession, type ThreadSession } from '../thread-session';
import type { Dispatching, ToolKit } from '../tool-kit';
import type { Visibility } from '../visibility';

export interface ChildOptions {
  threadId: string;
  ports: Pick<HostPorts, 'fetch' | 'wait' | 'locks' | 'database'>;
  client: LegClient;
  loadKit: () => Promise<ToolKit>;
  dispatching: Dispatching;
  /** Its own shell and ledger; undefined where there is no sandbox. */
  memory: ThreadMemory | undefined;
  agentOptions: () => AgentOptions;
  /** What other agents of the conversation have used. */
  tokensBeside: () => number;
  /** What its calls may use, but for what narrows them. */
  context: (signal: AbortSignal) => Promise<HostContext>;
  /** Stores the files, which are those of the thread it works for. */
  saveFiles: (wrote: boolean) => Promise<void>;
  letters: Letters;
  onChange: (facts: SessionFacts) => void;
}

/** It is followed while a leg is live and no longer: a browser has six connections for a host, and agents work side by side. */
const UNSEEN: Visibility = { hidden: () => true, onChange: () => undefined };

/** A sub-agent's thread, followed and worked on by the tab that runs its parent, with the same hands. */
export function createChildSession(options: ChildOptions): ThreadSession {
  const { threadId, ports, client, loadKit, memory } = options;
  const journal = createJournal(ports.database.journal, threadId);
  return createThreadSession({
    threadId,
    client,
    fetch: ports.fetch,
    wait: ports.wait,
    locks: ports.locks,
    visibility: UNSEEN,
    letters: options.letters,
    async build(runId, messages, resume) {
      const { forms } = await loadKit();
      const folder = memory?.shell.cwd;
      const parts = { threadId, runId, messages, resume, forms, folder, tokensBeside: options.tokensBeside() };
      return legInput({ ...parts, options: options.agentOptions() });
    },
    async answer(calls, answering, onCall) {
      const kit = await loadKit();
      const context = async (signal: AbortSignal): Promise<HostContext> => ({
        ...(await options.context(signal)),
        threadId,
        pool: () => kit.on,
      });
      return answerCalls(calls, { kit, journal, dispatching: options.dispatching, context, onCall }, answering);
    },
    async keep(wrote) {
      await memory?.save();
      await options.saveFiles(wrote);
    },
    onAnswered: (isAnswered) => void journal.forget(isAnswered),
    onHands: () => undefined,
    onOptions: () => undefined,
    onDone: () => undefined,
    onChange: options.onChange,
  });
}
