import {
  MAIN_AGENT,
  type Addressee,
  type AgentReport,
  type AgentSpawner,
  type AgentStart,
  type AgentTask,
  type AgentType,
  type RunningAgent,
  type TeamStore,
} from '@/lib/ports';
import { emptyThread, type ErrorCode } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { AGENT_TYPES, findType } from '@/lib/tools/builtin/agents/agent-types';
import type { AgentWorld, Parent } from './agent-world';
import { NO_USAGE, sumOf, withDescendants, type AgentRecord } from './agent-record';
import type { SharedAgents } from './shared-agents';
import { narrowTools, withRules } from './narrow-tools';
import { stopped, type AgentOutcome } from './outcome';
import { ownTypes } from './own-types';
import { createSlots } from './slots';
import { runAgent, type RunOptions } from './run-agent';

/** How many agents one agent may have running at the same time; more wait in line. */
const MOST_TOGETHER = 4;
/** How deep agents may be nested: the main agent starts one, which may start another, which may not. */
const MOST_DEPTH = 2;
/** Turns of an agent unless its call says otherwise. */
const DEFAULT_TURNS = 30;

interface SpawnerOptions {
  shared: SharedAgents;
  world: AgentWorld;
  teams: TeamStore | undefined;
  now: () => number;
  parent: Parent;
  self: { id: string; depth: number; tools?: readonly string[] };
  /** An agent has started or ended. */
  onRun: () => void;
  signal: AbortSignal;
}

/** Starts agents on behalf of one agent. */
export class Spawner implements AgentSpawner {
  readonly #options: SpawnerOptions;
  readonly #slots = createSlots(MOST_TOGETHER);

  constructor(options: SpawnerOptions) {
    this.#options = options;
  }

  get self(): string {
    return this.#options.self.id;
  }

  async ownTypes(): Promise<readonly AgentType[]> {
    const { parent, signal } = this.#options;
    return ownTypes((await parent.context(signal)).sandbox);
  }

  async start(task: AgentTask, signal: AbortSignal): Promise<AgentStart> {
    try {
      const before = this.#startedBy(task.callId);
      if (before) return await this.#run(before, 'resumed');
      return await (task.resume === undefined ? this.#begin(task, signal) : this.#goOn(task, task.resume));
    } catch (error) {
      return refuse('EXECUTION_ERROR', messageOf(error));
    }
  }

  async startedBy(callId: string): Promise<string | undefined> {
    return this.#startedBy(callId)?.id;
  }

  async addressees(name: string): Promise<readonly Addressee[]> {
    const { shared, teams } = this.#options;
    const main: Addressee = { id: MAIN_AGENT, name: MAIN_AGENT, working: true };
    const agents = shared.records().map((one) => ({ id: one.id, name: one.name, working: shared.runs.has(one.id) }));
    const all = [main, ...agents];
    if (name === '*') return all;
    const wanted = teams?.get(name)?.members ?? [name];
    return all.filter((one) => wanted.includes(one.id) || wanted.includes(one.name));
  }

  #startedBy(callId: string): AgentRecord | undefined {
    return this.#options.shared.records().findLast((one) => one.parent === this.self && one.callId === callId);
  }

  async #begin(task: AgentTask, signal: AbortSignal): Promise<AgentStart> {
    const { shared, teams, parent, self } = this.#options;
    const id = shared.idFor(self.id, task.callId);
    if (self.depth >= MOST_DEPTH) {
      return refuse('UNSUPPORTED', `An agent at depth ${self.depth} starts no others. Do the task yourself.`);
    }
    const all = [...(await ownTypes((await parent.context(signal)).sandbox)), ...AGENT_TYPES];
    const type = findType(all, task.type);
    if (!type) {
      const names = all.map(({ name }) => name).join(', ');
      return refuse('NOT_FOUND', `There is no kind of agent called ${task.type}. There are: ${names}.`);
    }
    const name = task.name;
    if (name !== undefined && (name === MAIN_AGENT || shared.find(name) || teams?.get(name))) {
      return refuse('INVALID_ARGS', `The name ${name} is taken. Choose another, or go on with that agent by resume.`);
    }
    if (task.team !== undefined && !(await teams?.join(task.team, id))) {
      const names = teams?.value.map((team) => team.name).join(', ') || 'none';
      return refuse('NOT_FOUND', `There is no team called ${task.team}. There are: ${names}.`);
    }
    return this.#run(this.#recordOf(id, task, type), 'new');
  }

  #recordOf(id: string, task: AgentTask, type: AgentType): AgentRecord {
    const { self, now } = this.#options;
    return {
      id,
      threadId: crypto.randomUUID(),
      parent: self.id,
      callId: task.callId,
      depth: self.depth + 1,
      name: task.name ?? id,
      type: type.name,
      description: task.description,
      background: task.background,
      status: 'running',
      prompt: task.prompt,
      promptId: crypto.randomUUID(),
      system: type.system,
      tools: narrowTools([type.tools, self.tools, ...task.narrowedTo]),
      held: withRules([type.tools, ...task.narrowedTo]),
      model: task.model ?? type.model,
      mode: task.mode,
      maxTurns: task.maxTurns ?? DEFAULT_TURNS,
      isolated: task.isolation === 'worktree',
      usage: NO_USAGE,
      startedAt: now(),
    };
  }

  async #goOn(task: AgentTask, who: string): Promise<AgentStart> {
    const { shared, self } = this.#options;
    const mine = (record: AgentRecord) => self.id === MAIN_AGENT || record.parent === self.id;
    const known = shared.find(who);
    if (!known || !mine(known)) {
      const names = shared
        .records()
        .filter(mine)
        .map(({ id }) => id);
      const there = names.length === 0 ? 'There are none yet.' : `There are: ${names.join(', ')}.`;
      return refuse('NOT_FOUND', `There is no agent ${who} to go on with. ${there}`);
    }
    if (shared.runs.has(known.id)) {
      return refuse('INVALID_ARGS', `${known.id} works at the moment. Send it a message instead.`);
    }
    const told = { prompt: task.prompt, promptId: crypto.randomUUID(), description: task.description };
    // It now reports to the agent that resumes it, and is bound by that agent's permissions.
    const bound = {
      parent: self.id,
      depth: self.depth + 1,
      tools: narrowTools([known.tools, self.tools, ...task.narrowedTo]),
      held: withRules([...(known.held ?? []), ...task.narrowedTo]),
    };
    const begun = known.begun ?? { parent: known.parent, callId: known.callId };
    const again = { ...known, ...told, ...bound, begun, callId: task.callId, background: task.background };
    return this.#run({ ...again, maxTurns: task.maxTurns ?? known.maxTurns, mode: task.mode ?? known.mode }, 'resumed');
  }

  async #run(given: AgentRecord, how: RunOptions['how']): Promise<AgentStart> {
    const { shared, world, parent } = this.#options;
    const { id, threadId, name } = given;
    if (shared.runs.has(id)) return refuse('INVALID_ARGS', `${id} works already.`);
    const record = () => shared.find(id) ?? given;
    const usageBefore = given.usage.turns;
    const started = runAgent({
      world,
      parent,
      record,
      change: (change) => shared.change(id, change),
      cassette: () => {
        const { parent: by, callId } = given.begun ?? given;
        return shared.recordingFor(by, callId)?.cassette;
      },
      filter: {
        allow: given.tools?.length === 0 ? NO_TOOL : given.tools,
        deny: given.depth >= MOST_DEPTH ? ['Agent'] : [],
      },
      tokensBeside: () => shared.tokensBeside(id),
      how,
      spawner: (own) =>
        new Spawner({ ...this.#options, parent: own, self: { id, depth: given.depth, tools: given.tools } }),
      inbox: shared.inboxOf(id, () => record().usage.turns - usageBefore < (given.maxTurns ?? DEFAULT_TURNS)),
      slots: this.#slots,
      onConversation: (thread, live, toolset) => shared.converse(id, thread, live, toolset),
    });
    shared.runs.set(id, started);
    await shared.put({ ...given, status: 'running', endedAt: undefined });
    const ended = started.ended.then((outcome) => this.#end(id, outcome));
    const agent: RunningAgent = { id, threadId, name, ended, stop: () => shared.stop(id) };
    return { ok: true, agent };
  }

  #end(id: string, ended: AgentOutcome | undefined): AgentReport {
    const { shared, now, onRun } = this.#options;
    shared.runs.delete(id);
    // A detached agent still counts as running: the page that runs the thread next finds it unfinished.
    if (ended) shared.change(id, { status: ended.status, endedAt: now() });
    const outcome = ended ?? stopped(emptyThread);
    onRun();
    const { worktree } = shared.find(id) ?? {};
    return { ...outcome, usage: sumOf(withDescendants(shared.records(), id).map(({ usage }) => usage)), worktree };
  }
}

const refuse = (error: ErrorCode, message: string): AgentStart => ({ ok: false, error, message });

/** A list that matches no tool; an empty list would allow all. */
const NO_TOOL = [''];
