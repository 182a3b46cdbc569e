import type { HostState } from '@/lib/host/state';

/** The state the page shows until the hands have loaded. */
export const initialHostState: HostState = {
  threadId: null,
  thread: { seq: 0, messages: [], calls: {}, callOrder: [], legs: [], turns: [], notices: [] },
  calls: [],
  approvals: [],
  status: 'empty',
  hands: 'mine',
  connection: 'off',
  sandbox: { phase: 'booting', why: '', processes: 0 },
  changes: [],
  options: {},
  mode: 'default',
  rules: [],
  workspace: 'saved',
  pool: [],
  toolSettings: {
    disabled: [],
    hooks: [],
    limits: { perMinute: 30, tools: {} },
    language: 'en',
    validation: 'block',
    writeRoots: [],
  },
  pipeline: [],
  setup: {},
  notices: [],
};
