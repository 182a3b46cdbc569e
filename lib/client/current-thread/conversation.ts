import type { UserMessage } from '@ag-ui/core';
import type { Hook, HookEvent, ThreadState } from '@/lib/protocol';
import { goOnAfter, hookMessage } from './conversation-hooks';
import type { HookNotices } from './notify-hooks';
import type { Toolset } from '../executor/toolset';

interface ConversationOptions {
  hooks: () => readonly Hook[];
  notices: HookNotices;
  loadToolset: () => Promise<Toolset>;
}

/** What a person and an agent say to each other, after hooks. */
export interface Conversation {
  /** The message of this id for a prompt; undefined if a hook blocks it, which a notice reports. */
  asMessage(prompt: string, signal: AbortSignal, id?: string): Promise<UserMessage | undefined>;
  /** The message that keeps a finished agent going; undefined at once if there is nobody to ask. */
  onDone(thread: ThreadState, signal: AbortSignal): Promise<UserMessage | undefined> | undefined;
}

export function createConversation({ hooks, notices, loadToolset }: ConversationOptions): Conversation {
  const hear = (wanted: HookEvent) => hooks().some(({ enabled, event }) => enabled && event === wanted);
  return {
    async asMessage(prompt, signal, id = crypto.randomUUID()) {
      const plain = { id, role: 'user', content: prompt } as const satisfies UserMessage;
      if (!hear('UserPromptSubmit')) return plain;
      let toolset: Toolset;
      try {
        toolset = await loadToolset();
      } catch {
        // Nothing is sent without the tools: posting tells the person why.
        return plain;
      }
      const said = await hookMessage(plain, toolset.guards.hooks, signal);
      notices.add(said.notices);
      return said.value;
    },
    onDone(thread, signal) {
      if (!hear('Stop')) return undefined;
      return ask(thread, signal).catch(() => undefined);
    },
  };

  async function ask(thread: ThreadState, signal: AbortSignal): Promise<UserMessage | undefined> {
    const { guards } = await loadToolset();
    const said = await goOnAfter(thread, notices.list, guards.hooks, signal);
    notices.add(said.notices);
    return said.value;
  }
}
