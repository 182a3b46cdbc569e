export { Allowance, type AllowanceLimits, type Spending } from './quota';
export { DEFAULT_LIMITS, type BudgetLimits } from './budget';
export { Exchanges } from './exchanges';
export { followRun, type Follow } from './follow';
export { Histories } from './histories';
export type { AgentPorts, Secrets } from './ports';
export { startRun, type RunAnswer, type RunRequest } from './start';
export { stopThread } from './stop';
export { summarize } from './summary';
