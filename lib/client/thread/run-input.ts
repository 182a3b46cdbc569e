import { PROTOCOL_VERSION, type Message, type ResumeEntry, type RunAgentInput } from '@ag-ui/core';
import type { AgentOptions, Language } from '@/lib/protocol';
import type { Toolset } from '../executor/toolset';

export interface RunParts {
  threadId: string;
  runId: string;
  messages: Message[];
  resume: readonly ResumeEntry[];
  forms: Toolset['forms'];
  /** Where the agent's relative paths start; left out where there is no sandbox. */
  folder: string | undefined;
  options: AgentOptions;
  /** Tokens that other agents of the conversation have used. */
  tokensBeside: number;
}

const FOLDER: Readonly<Record<Language, string>> = { en: 'Working directory', zh: '工作目录' };

/** What is posted to start a run. */
export const runInput = (parts: RunParts): RunAgentInput => ({
  threadId: parts.threadId,
  runId: parts.runId,
  protocolVersion: PROTOCOL_VERSION,
  messages: parts.messages,
  ...(parts.resume.length > 0 && { resume: [...parts.resume] }),
  tools: [...parts.forms],
  context:
    parts.folder === undefined ? [] : [{ description: FOLDER[parts.options.language ?? 'en'], value: parts.folder }],
  forwardedProps: {
    toolyard: { ...parts.options, ...(parts.tokensBeside > 0 && { tokensBeside: parts.tokensBeside }) },
  },
});
