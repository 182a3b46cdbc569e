import type { Task } from '@/lib/ports';
import { emptyThread, type FileDiff } from '@/lib/protocol';
import { describe, expect, it } from 'vitest';
import type { AgentView } from '../agent-view';
import { NO_USAGE } from '../agents/agent-record';
import { DEFAULT_TOOL_SETTINGS } from '../settings/tool-settings';
import { stateEvents, type SeenState } from './state-events';
import type { CallView } from '../state';

const seen = (parts: Partial<SeenState> = {}): SeenState => ({
  threadId: 't1',
  status: 'tools',
  executor: 'mine',
  calls: [],
  agents: [],
  approvals: [],
  questions: [],
  plans: [],
  changes: [],
  mode: 'default',
  options: {},
  rules: [],
  toolSettings: DEFAULT_TOOL_SETTINGS,
  setup: {},
  ...parts,
});
const settings = seen();
const from = (parts: Partial<SeenState> = {}): SeenState => ({ ...settings, ...parts });

const call = (parts: Partial<CallView> = {}): CallView => ({
  id: 'c1',
  name: 'Edit',
  title: 'Edit a.ts',
  kind: 'edit',
  readOnly: false,
  messageId: 'm1',
  args: '{"file_path":"a.ts"}',
  phase: 'running',
  output: '',
  issues: [],
  ...parts,
});
const denied = call({
  phase: 'denied',
  result: { success: false, text: 'No.', denial: { source: 'rule', rule: 'Edit', reason: 'Not here.' } },
});
const diff: FileDiff = { path: 'a.ts', change: 'modify', patch: '', added: 1, removed: 0, afterHash: 'x' };
const edited = call({ phase: 'succeeded', diff, result: { success: true, text: 'Done.', diff } });
const change = { ...diff, callIds: [], saves: 1 };

const agent = (parts: Partial<AgentView> = {}): AgentView => ({
  id: 'agent-1',
  threadId: 't2',
  parent: 'main',
  callId: 'c9',
  name: 'scout',
  type: 'general',
  description: 'Looks.',
  background: false,
  status: 'running',
  usage: NO_USAGE,
  worktree: undefined,
  startedAt: 1,
  endedAt: undefined,
  thread: emptyThread,
  calls: [],
  live: true,
  ...parts,
});
const task = (parts: Partial<Task> = {}): Task => ({
  id: 'task-1',
  kind: 'plan',
  title: 'Tidy up',
  status: 'pending',
  createdAt: 1,
  ...parts,
});
const approval = {
  callId: 'c1',
  argsHash: 'h',
  toolName: 'Edit',
  title: 'Edit a.ts',
  kind: 'edit' as const,
  input: {},
  reason: 'mode',
  suggestedRule: 'Edit',
};
const turn = { system: '', tools: [], news: [], interruptId: 'i1' };

type Row = readonly [string, SeenState, SeenState, readonly unknown[]];
const rows: readonly Row[] = [
  ['nothing', from(), from(), []],
  [
    'a new thread',
    from({ threadId: null }),
    from({ status: 'model' }),
    [['SessionStart', { threadId: 't1', how: 'new' }]],
  ],
  [
    'a thread that is opened',
    from({ threadId: null }),
    from({ status: 'loading' }),
    [['SessionStart', { threadId: 't1', how: 'resumed' }]],
  ],
  ['a thread that another tab runs', from({ threadId: null }), from({ executor: 'elsewhere' }), []],
  ['a thread that is left', from(), from({ threadId: null, agents: [] }), [['SessionEnd', { threadId: 't1' }]]],
  [
    'a call that is refused',
    from({ calls: [call({ phase: 'denied' })] }),
    from({ calls: [denied] }),
    [
      [
        'PermissionDenied',
        { tool: 'Edit', input: { file_path: 'a.ts' }, source: 'rule', rule: 'Edit', threadId: 't1' },
      ],
    ],
  ],
  ['a call that was refused before', from({ calls: [denied] }), from({ calls: [{ ...denied }] }), []],
  ['a call that comes with its result', from(), from({ calls: [denied, edited] }), []],
  ['a log that is read', from({ status: 'loading', calls: [call()] }), from({ calls: [denied] }), []],
  ['a log of another tab', from({ executor: 'elsewhere', calls: [call()] }), from({ calls: [denied] }), []],
  [
    'a refusal to a sub-agent',
    from({ agents: [agent({ calls: [call()] })] }),
    from({ agents: [agent({ calls: [denied] })] }),
    [['PermissionDenied', { threadId: 't2' }]],
  ],
  [
    'a call that changed a file',
    from({ calls: [call()] }),
    from({ calls: [edited], changes: [change] }),
    [['FileChanged', { path: 'a.ts', change: 'modify', by: 'agent', callId: 'c1' }]],
  ],
  [
    'a person who saves a file',
    from(),
    from({ changes: [change] }),
    [['FileChanged', { path: 'a.ts', change: 'modify', by: 'person' }]],
  ],
  [
    'a person who puts it back',
    from({ changes: [change] }),
    from({ changes: [] }),
    [['FileChanged', { path: 'a.ts', change: 'restored', by: 'person' }]],
  ],
  [
    'a sub-agent at work',
    from(),
    from({ agents: [agent()] }),
    [['SubagentStart', { agentId: 'agent-1', agent: 'scout' }]],
  ],
  [
    'one that goes on',
    from({ agents: [agent({ status: 'done', live: false })] }),
    from({ agents: [agent()] }),
    [['SubagentStart', { type: 'general' }]],
  ],
  [
    'one that has ended',
    from({ agents: [agent()] }),
    from({ agents: [agent({ status: 'failed', live: false })] }),
    [['SubagentStop', { agentId: 'agent-1', status: 'failed' }]],
  ],
  ['one that is let go of', from({ agents: [agent()] }), from({ agents: [agent({ live: false })] }), []],
  [
    'one that was cut off before',
    from({ agents: [agent({ live: false })] }),
    from({ agents: [agent({ status: 'stopped', live: false })] }),
    [],
  ],
  ['tasks that were there', from(), from({ tasks: [task()] }), []],
  [
    'a new task',
    from({ tasks: [] }),
    from({ tasks: [task()] }),
    [['TaskCreated', { taskId: 'task-1', title: 'Tidy up' }]],
  ],
  [
    'a task that is completed',
    from({ tasks: [task()] }),
    from({ tasks: [task({ status: 'completed' })] }),
    [['TaskCompleted', { taskId: 'task-1' }]],
  ],
  ['a task that has failed', from({ tasks: [task()] }), from({ tasks: [task({ status: 'failed' })] }), []],
  ['another mode', from(), from({ mode: 'plan' }), [['ConfigChange', { changed: ['mode'] }]]],
  [
    'other settings',
    from(),
    from({
      options: { model: 'openai' },
      rules: [{ behavior: 'deny', rule: 'Bash', scope: 'everywhere' }],
      toolSettings: { ...settings.toolSettings, disabled: ['Bash'], limits: { ...settings.toolSettings.limits } },
    }),
    [['ConfigChange', { changed: ['rules', 'options.model', 'tools.disabled'] }]],
  ],
  ['what a scenario sets', from(), from({ mode: 'plan', setup: { options: { mode: 'plan' } } }), []],
  ['another folder', from({ cwd: '/a' }), from({ cwd: '/a/b' }), [['CwdChanged', { from: '/a', to: '/a/b' }]]],
  ['the first folder', from(), from({ cwd: '/a' }), []],
  [
    'a call that waits',
    from(),
    from({ approvals: [approval] }),
    [['Notification', { about: 'approval', callId: 'c1', message: 'Edit a.ts waits for your approval.' }]],
  ],
  ['a call that waits still', from({ approvals: [approval] }), from({ approvals: [approval] }), []],
  [
    'questions and a plan',
    from(),
    from({
      questions: [{ callId: 'q', questions: [{ question: 'Tea?', options: [] }] }],
      plans: [{ callId: 'p', text: '' }],
    }),
    [
      ['Notification', { about: 'question', message: 'Tea?' }],
      ['Notification', { about: 'plan' }],
    ],
  ],
  ['a turn of the model', from(), from({ turnAsked: turn }), [['Notification', { about: 'turn' }]]],
  ['the same turn', from({ turnAsked: turn }), from({ turnAsked: { ...turn } }), []],
];

describe('what happened between two states', () => {
  it.each(rows)('%s', (_, before, after, told) => {
    const found = stateEvents(before, after).map(({ event, payload }) => [event, payload]);
    expect(found).toMatchObject(told);
  });
});
