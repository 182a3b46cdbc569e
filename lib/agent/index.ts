export { Allowance, type AllowanceLimits, type Spending, DAY_MS, DEFAULT_LIMITS, type BudgetLimits } from './budget';
export { conversation } from './conversation';
export { RecentExchanges } from './exchanges';
export { followRun, type Follow, startRun, type RunAnswer, type RunRequest } from './start';
export { Histories, ThreadHistory, summarize } from './history';
export type { AgentPorts, ExecutorAnswer, RunPorts, Secrets, InProcessExecutor } from './ports';
export { performRun, type RunTask } from './run';
export { removeThread, stopThread } from './stop';
export { spokenEvents } from './validate-input';
