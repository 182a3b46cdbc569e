export type { AgentAnswer, AgentEvent } from './agent-event';
export { createAgent, type Agent, type CreateAgentOptions, type PromptOptions } from './create-agent';
