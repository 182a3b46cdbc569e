import { PROTOCOL_VERSION, type Message, type ResumeEntry, type RunAgentInput } from '@ag-ui/core';
import type { AgentOptions } from '@/lib/protocol';
import type { ToolKit } from './tool-kit';

export interface LegParts {
  threadId: string;
  runId: string;
  messages: Message[];
  resume: readonly ResumeEntry[];
  forms: ToolKit['forms'];
  /** Where the agent's relative paths start; left out where there is no sandbox. */
  folder: string | undefined;
  options: AgentOptions;
}

/** What is posted to start a leg. */
export const legInput = ({ threadId, runId, messages, resume, forms, folder, options }: LegParts): RunAgentInput => ({
  threadId,
  runId,
  protocolVersion: PROTOCOL_VERSION,
  messages,
  ...(resume.length > 0 && { resume: [...resume] }),
  tools: [...forms],
  context: folder === undefined ? [] : [{ description: 'Working directory', value: folder }],
  forwardedProps: { toolyard: options },
});
