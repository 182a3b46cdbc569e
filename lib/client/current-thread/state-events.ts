import type { Task } from '@/lib/ports';
import { parseAnyJson } from '@/lib/protocol';
import type { StateEvent } from '@/lib/tools/hooks';
import type { AgentView } from '../agent-view';
import type { CallView, ClientState } from '../state';

/** A snapshot to compare: the client's state, the thread's tasks and the shell's folder. */
export type SeenState = Pick<
  ClientState,
  | 'threadId'
  | 'status'
  | 'executor'
  | 'calls'
  | 'agents'
  | 'approvals'
  | 'questions'
  | 'plans'
  | 'turnAsked'
  | 'changes'
  | 'mode'
  | 'options'
  | 'rules'
  | 'toolSettings'
  | 'setup'
> & { readonly tasks?: readonly Task[] | undefined; readonly cwd?: string | undefined };

/**
 * The events in this tab between two states, for hooks that are told of them. A thread that is still being read, or that another
 * tab runs, has none: they happened earlier or elsewhere.
 */
export function stateEvents(before: SeenState, after: SeenState): readonly StateEvent[] {
  if (before.threadId !== after.threadId) return ofSession(before, after);
  // The settings of a thread that is being read were set earlier.
  const config = before.status === 'loading' ? [] : settingsChanged(before, after);
  const own = before.executor === 'mine' && after.executor === 'mine' && before.status !== 'loading';
  return [
    ...(config.length > 0 ? [{ event: 'ConfigChange', payload: { changed: config } } as const] : []),
    ...(own ? inThread(before, after) : []),
  ];
}

function ofSession(before: SeenState, after: SeenState): StateEvent[] {
  const how = after.status === 'loading' ? 'resumed' : 'new';
  return [
    ...(before.threadId !== null && before.executor === 'mine'
      ? [{ event: 'SessionEnd', payload: { threadId: before.threadId } } as const]
      : []),
    ...(after.threadId !== null && after.executor === 'mine'
      ? [{ event: 'SessionStart', payload: { threadId: after.threadId, how } } as const]
      : []),
  ];
}

const inThread = (before: SeenState, after: SeenState): StateEvent[] => [
  ...ofAgents(before.agents, after.agents),
  ...ofCalls(before, after),
  ...ofPersonsFiles(before, after),
  ...ofTasks(before, after),
  ...ofFolder(before, after),
  ...waitingForPerson(before, after),
];

/** An agent works here once it is both running and live; a detached one has not stopped. */
const atWork = (agent: AgentView | undefined): boolean => agent?.status === 'running' && agent.live;

function ofAgents(before: SeenState['agents'], after: SeenState['agents']): StateEvent[] {
  if (before === after) return [];
  return after.flatMap((agent): StateEvent[] => {
    const known = before.find(({ id }) => id === agent.id);
    const { id: agentId, name, type, description, background, status } = agent;
    const payload = { agentId, agent: name, type, description, background };
    if (atWork(agent) && !atWork(known)) return [{ event: 'SubagentStart', payload }];
    if (atWork(known) && status !== 'running') return [{ event: 'SubagentStop', payload: { ...payload, status } }];
    return [];
  });
}

function ofCalls(before: SeenState, after: SeenState): StateEvent[] {
  const { threadId } = after;
  if (threadId === null) return [];
  const own = ofList(before.calls, after.calls, threadId);
  if (before.agents === after.agents) return own;
  const theirs = before.agents.flatMap((known) => {
    const agent = known.live ? after.agents.find(({ id }) => id === known.id) : undefined;
    return agent ? ofList(known.calls, agent.calls, agent.threadId) : [];
  });
  return [...own, ...theirs];
}

/** Events of calls that were there before: a call that first appears with its result was resolved before this page looked. */
function ofList(before: readonly CallView[], after: readonly CallView[], threadId: string): StateEvent[] {
  if (before === after) return [];
  return after.flatMap((call, index): StateEvent[] => {
    const known = before[index];
    if (known === call || known?.id !== call.id) return [];
    // Its phase is known before its result.
    const denial = known.result ? undefined : deniedOf(call, threadId);
    const { diff } = call;
    return [
      ...(denial ? [denial] : []),
      ...(diff && !known.diff
        ? [
            {
              event: 'FileChanged',
              payload: { path: diff.path, change: diff.change, by: 'agent', callId: call.id },
            } as const,
          ]
        : []),
    ];
  });
}

function deniedOf({ id: callId, name: tool, kind, args, result }: CallView, threadId: string): StateEvent | undefined {
  if (!result?.denial) return undefined;
  const { source, rule, reason } = result.denial;
  const input = parseAnyJson(args);
  return {
    event: 'PermissionDenied',
    payload: {
      threadId,
      callId,
      tool,
      kind,
      input: input.ok ? input.value : args,
      source,
      reason,
      ...(rule !== undefined && { rule }),
    },
  };
}

/** Files that changed without a call: a person saved or restored them. */
function ofPersonsFiles(before: SeenState, after: SeenState): StateEvent[] {
  if (before.changes === after.changes || before.calls !== after.calls || before.agents !== after.agents) return [];
  const told = (path: string, change: (typeof after.changes)[number]['change'] | 'restored'): StateEvent => ({
    event: 'FileChanged',
    payload: { path, change, by: 'person' },
  });
  const there = new Set(after.changes.flatMap(({ path, from = path }) => [path, from]));
  return [
    ...after.changes.flatMap((file) => {
      const known = before.changes.find(({ path }) => path === file.path);
      return known && known.afterHash === file.afterHash ? [] : [told(file.path, file.change)];
    }),
    ...before.changes.filter(({ path }) => !there.has(path)).map(({ path }) => told(path, 'restored')),
  ];
}

function ofTasks({ tasks: before }: SeenState, { tasks: after }: SeenState): StateEvent[] {
  if (!before || !after || before === after) return [];
  return after.flatMap((task): StateEvent[] => {
    const known = before.find(({ id }) => id === task.id);
    const { id: taskId, kind, title, owner, status } = task;
    const payload = { taskId, kind, title, ...(owner !== undefined && { owner }) };
    return [
      ...(known ? [] : [{ event: 'TaskCreated', payload } as const]),
      ...(status === 'completed' && known?.status !== 'completed'
        ? [{ event: 'TaskCompleted', payload } as const]
        : []),
    ];
  });
}

function ofFolder({ cwd: from }: SeenState, { cwd: to }: SeenState): StateEvent[] {
  return from === undefined || to === undefined || from === to ? [] : [{ event: 'CwdChanged', payload: { from, to } }];
}

function waitingForPerson(before: SeenState, after: SeenState): StateEvent[] {
  const waits = [
    ...fresh(before.approvals, after.approvals).map(({ callId, title }) => ({
      about: 'approval' as const,
      message: `${title} waits for your approval.`,
      callId,
    })),
    ...fresh(before.questions, after.questions).map(({ callId, questions }) => ({
      about: 'question' as const,
      message: questions.map(({ question }) => question).join('\n'),
      callId,
    })),
    ...fresh(before.plans, after.plans).map(({ callId }) => ({
      about: 'plan' as const,
      message: 'A plan waits for your word.',
      callId,
    })),
    ...(after.turnAsked && after.turnAsked.interruptId !== before.turnAsked?.interruptId
      ? [{ about: 'turn' as const, message: 'The model’s turn waits for you.' }]
      : []),
  ];
  return waits.map((payload) => ({ event: 'Notification', payload }));
}

function fresh<T extends { callId: string }>(before: readonly T[], after: readonly T[]): readonly T[] {
  if (before === after) return [];
  return after.filter(({ callId }) => !before.some((known) => known.callId === callId));
}

type Settings = Pick<ClientState, 'mode' | 'options' | 'rules' | 'toolSettings' | 'setup'>;

/**
 * The names of changed settings, such as `mode`, `options.model`, `tools.limits`. Settings that come with a scenario do not
 * count.
 */
function settingsChanged(before: Settings, after: Settings): readonly string[] {
  if (before.setup !== after.setup) return [];
  return [
    ...(before.mode === after.mode ? [] : ['mode']),
    ...(same(before.rules, after.rules) ? [] : ['rules']),
    ...fieldsOf('options', before.options, after.options),
    ...fieldsOf('tools', before.toolSettings, after.toolSettings),
  ];
}

function fieldsOf(name: string, before: object, after: object): string[] {
  if (before === after) return [];
  const [old, present] = [before, after].map((fields) => new Map<string, unknown>(Object.entries(fields)));
  const keys = new Set([...(old?.keys() ?? []), ...(present?.keys() ?? [])]);
  return [...keys].filter((key) => !same(old?.get(key), present?.get(key))).map((key) => `${name}.${key}`);
}

/** Settings are small JSON values. */
const same = (a: unknown, b: unknown): boolean => Object.is(a, b) || JSON.stringify(a) === JSON.stringify(b);
