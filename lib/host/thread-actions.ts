import { currentLeg, type Cassette } from '@/lib/protocol';
import type { Conversation } from './conversation';
import { doubledBudget, guardStop } from './guard-stop';
import type { HookNotices } from './hook-notices';
import type { Mishaps } from './mishaps';
import type { PageNeeds } from './ports/needs';
import type { OwnChanges } from './own-changes';
import type { PresentSettings } from './present-settings';
import type { PresentThread } from './present-thread';
import type { Project } from './project';
import { recordThread, replayOptions } from './replays';
import type { Host } from './state';
import type { ThreadPolicy } from './thread-policy';
import type { TypedKeys } from './typed-keys';

export interface ThreadActionsOptions {
  thread: PresentThread;
  settings: PresentSettings;
  keys: TypedKeys;
  project: Project;
  conversation: Conversation;
  own: OwnChanges;
  policy: ThreadPolicy;
  notices: HookNotices;
  mishaps: Mishaps;
  onChange: () => void;
  whenIdle: PageNeeds['whenIdle'];
  /** Aborts when the page lets go of the hands. */
  signal: AbortSignal;
}

/** What a person does with threads, and what is done in their place. */
export type ThreadActions = { sayWhenIdle: PageNeeds['say'] } & Pick<
  Host,
  | 'send'
  | 'stop'
  | 'stopAgent'
  | 'takeTurn'
  | 'retry'
  | 'takeOver'
  | 'newThread'
  | 'openThread'
  | 'record'
  | 'replay'
  | 'resetFiles'
>;

export function createThreadActions(options: ThreadActionsOptions): ThreadActions {
  const { thread, settings, keys, project, conversation, own, policy, notices, mishaps, onChange, signal } = options;
  /** What the next new thread replays. */
  let inserted: Cassette | undefined;

  const send = async (prompt: string) => {
    mishaps.forget();
    await settings.ready();
    const message = await conversation.asMessage(prompt, signal);
    if (message) await (thread.session ?? begin()).send(message);
  };
  const begin = () => thread.start(crypto.randomUUID(), 'new', inserted);
  const newThread = async (scenario?: string) => {
    thread.leave();
    inserted = undefined;
    own.forget();
    policy.forget();
    notices.forget();
    settings.begin(scenario);
    onChange();
    await project.mount();
  };
  return {
    send,
    async sayWhenIdle(prompt, until) {
      await settings.ready();
      const message = await conversation.asMessage(prompt, until);
      await options.whenIdle(until);
      if (until.aborted || !thread.session) return false;
      if (message) await thread.session.send(message);
      return true;
    },
    newThread,
    stop: async () => thread.session?.stop(),
    stopAgent: (agentId) => thread.session?.stopAgent(agentId),
    async takeTurn(turn) {
      mishaps.forget();
      await thread.session?.takeTurn(turn);
    },
    async retry() {
      mishaps.forget();
      const state = thread.facts.thread;
      if (guardStop(currentLeg(state))?.code === 'TOKEN_BUDGET') {
        settings.setOptions({ maxTokens: doubledBudget(state, thread.agents) });
      }
      onChange();
      await thread.session?.retry();
    },
    async takeOver() {
      if (thread.id !== undefined) await own.load(thread.id);
      thread.session?.takeOver();
    },
    openThread: (id) => thread.start(id, 'resumed').resume(),
    async record() {
      const { session, facts } = thread;
      await policy.ready();
      const said = { ...settings.options, mode: policy.began ?? settings.mode };
      const beside = { secrets: keys.all(), agents: await session?.agentLogs() };
      return recordThread(session?.log ?? [], facts.thread, said, beside);
    },
    async replay(cassette, speed) {
      const [first] = cassette.entries;
      if (first?.kind !== 'said') return;
      await newThread(cassette.scenario);
      await settings.ready();
      inserted = cassette;
      settings.overrule(replayOptions(cassette, speed));
      await send(first.text);
    },
    async resetFiles() {
      if (thread.facts.hands === 'mine') await project.reset(thread.id);
    },
  };
}
