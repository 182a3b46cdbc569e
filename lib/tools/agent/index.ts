export type { AgentAnswer, AgentEvent } from './agent-event';
export { createAgent, type Agent, type AgentOptions, type PromptOptions } from './create-agent';
