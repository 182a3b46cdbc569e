import { currentRun, type Cassette, type ThreadState } from '@/lib/protocol';
import type { Unplayable } from '@/lib/scenarios';
import type { Conversation } from './conversation';
import { guardStop } from '../thread/session-reducer';
import type { HookNotices } from './notify-hooks';
import type { Problems } from '../person';
import type { PageDependencies } from '../ports/dependencies';
import type { PersonChanges } from '../workspace/person-changes';
import type { CurrentSettings } from '../settings/current-settings';
import type { CurrentThread } from './current-thread';
import type { ThreadSession } from '../thread/thread-session';
import type { Project } from '../workspace/project';
import { recordThread, replayOptions } from './replays';
import type { ScenarioCheck } from './scenario-check';
import type { Client } from '../state';
import type { ThreadPolicy } from '../settings/settings';
import type { TypedKeys } from '../settings/typed-keys';
import type { AgentUsage } from '@/lib/ports';
import { tokensUsed } from '../agents/agent-record';

interface ThreadActionsOptions {
  thread: CurrentThread;
  settings: CurrentSettings;
  keys: TypedKeys;
  project: Project;
  conversation: Conversation;
  own: PersonChanges;
  policy: ThreadPolicy;
  notices: HookNotices;
  problems: Problems;
  unplayable: ScenarioCheck;
  /** Prompts that are not sent yet: hooks see them first. */
  unsent: Set<AbortController>;
  onChange: () => void;
  whenIdle: PageDependencies['whenIdle'];
  /** Aborts when the page disposes of the client. */
  signal: AbortSignal;
}

/** What a person does with threads, and what is done on their behalf. */
type ThreadActions = { sayWhenIdle: PageDependencies['say']; leaveIfNeverBegan: () => void } & Pick<
  Client,
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

/** The reason, and what can be played instead. */
const offered = ({ reason, instead }: Unplayable): string =>
  instead ? `${reason} “${instead.title}” can be played with it.` : reason;

export function createThreadActions(options: ThreadActionsOptions): ThreadActions {
  const { thread, settings, keys, project, own, policy, notices, problems, onChange } = options;
  /** The recording that the next new thread replays. */
  let inserted: Cassette | undefined;
  const { send, sayWhenIdle, letGo } = createPrompts(options, () => thread.start(crypto.randomUUID(), 'new', inserted));
  const newThread = async (scenario?: string) => {
    letGo();
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
    async send(prompt, id) {
      const { known, failure } = thread.snapshot;
      // A link led to a thread that is not there, or not this browser's: what is said begins one.
      if (!known && failure?.code === 'NOT_FOUND') await newThread(settings.options.scenario);
      // The files and the mode stay.
      else leaveIfNeverBegan(options);
      return send(prompt, id);
    },
    sayWhenIdle,
    leaveIfNeverBegan() {
      if (leaveIfNeverBegan(options)) policy.forget();
    },
    newThread,
    async stop() {
      letGo();
      onChange();
      await thread.stop();
    },
    stopAgent: thread.stopAgent,
    async takeTurn(turn) {
      problems.forget();
      await thread.session?.takeTurn(turn);
    },
    async retry() {
      problems.forget();
      const state = thread.snapshot.thread;
      if (guardStop(currentRun(state))?.code === 'TOKEN_BUDGET') {
        settings.setOptions({ maxTokens: doubledBudget(state, thread.agents) });
      }
      onChange();
      await thread.session?.retry();
    },
    async takeOver() {
      if (thread.id !== undefined) await own.load(thread.id);
      thread.session?.takeOver();
    },
    openThread(id) {
      letGo();
      return thread.start(id, 'resumed').resume();
    },
    async record() {
      const { session, snapshot } = thread;
      const [agents] = await Promise.all([thread.agentLogs(), policy.ready()]);
      const said = { ...settings.options, mode: policy.began ?? settings.mode };
      const beside = { secrets: keys.all(), agents };
      return recordThread(session?.log ?? [], snapshot.thread, said, beside);
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
      if (thread.snapshot.executor === 'mine') await project.reset(thread.neverBegan ? undefined : thread.id);
    },
  };
}

/** Leaves a thread whose first message was refused for good; the files stay, as a draft. Returns whether it was one. */
function leaveIfNeverBegan({ thread, project }: Pick<ThreadActionsOptions, 'thread' | 'project'>): boolean {
  if (!thread.neverBegan) return false;
  void project.keepFor(undefined);
  thread.leave();
  return true;
}

/** What is said to the agent, after hooks have seen it. `begin` starts a thread. */
function createPrompts(options: ThreadActionsOptions, begin: () => ThreadSession) {
  const { thread, settings, conversation, problems, unplayable, unsent, onChange, whenIdle, signal } = options;
  const asMessage = async (prompt: string, until: AbortSignal, id?: string) => {
    await settings.ready();
    const refused = await unplayable(prompt);
    if (refused) problems.add('SCENARIO_NEEDS_MORE', offered(refused));
    else return conversation.asMessage(prompt, until, id);
  };
  return {
    async send(prompt: string, id?: string): Promise<string | undefined> {
      problems.forget();
      settings.keepLanguage(undefined);
      const said = new AbortController();
      unsent.add(said);
      onChange();
      try {
        const message = await asMessage(prompt, AbortSignal.any([signal, said.signal]), id);
        if (!message || said.signal.aborted) return undefined;
        const sent = (thread.session ?? begin()).send(message);
        const to = thread.id;
        await sent;
        return to;
      } finally {
        unsent.delete(said);
        onChange();
      }
    },
    async sayWhenIdle(prompt: string, until: AbortSignal): Promise<boolean> {
      await settings.ready();
      const message = await conversation.asMessage(prompt, until);
      await whenIdle(until);
      if (until.aborted || !thread.session) return false;
      if (message) await thread.session.send(message);
      return true;
    },
    /** Discards unsent prompts, on a stop or a change of thread. */
    letGo() {
      for (const said of unsent) said.abort();
      unsent.clear();
    },
  };
}

/** A new budget for a thread that used up its own: twice what it and its sub-agents have used. */
const doubledBudget = ({ turns }: ThreadState, agents: readonly { usage: AgentUsage }[]): number =>
  2 * [...turns, ...agents.map(({ usage }) => usage)].reduce((sum, used) => sum + tokensUsed(used), 0);
