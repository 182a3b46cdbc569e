export { Allowance, type AllowanceLimits } from './allowance';
export { DEFAULT_LIMITS, type Limits } from './budget';
export { followLeg, type Follow } from './follow';
export { Histories } from './histories';
export type { AgentPorts, Secrets } from './ports';
export { startLeg, type LegAnswer, type LegRequest } from './start';
export { stopThread } from './stop';
export { summarize } from './summary';
