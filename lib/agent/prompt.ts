import type { Context } from '@ag-ui/core';
import type { AgentOptions, PermissionMode } from '@/lib/protocol';

const BUILT_IN = `You are a careful software agent. You work in a small sandbox with a file system and a shell, through the tools you are given.

- Look before you change: read a file before you edit it.
- Make independent calls in one turn; they run together where that is safe.
- When a call fails, read its message. It names what was wrong and what to do next. Do not repeat the same call unchanged.
- Check your work by running it.
- When you are done, say in a few sentences what you did and what you saw.`;

const MODE: Record<PermissionMode, string> = {
  default: 'A person is asked before anything is changed or run.',
  acceptEdits: 'File changes are made without asking; a person is asked before anything is run.',
  plan: 'You are planning: only calls that read are allowed. Say what you would do.',
  dontAsk: 'Nobody can be asked: what is not allowed beforehand is denied.',
  auto: 'A person is asked only before what is dangerous.',
  bypassPermissions: 'Nobody is asked. Be careful.',
};

/** The system prompt of one run. */
export function systemPrompt(
  options: AgentOptions,
  { instructions, context, index }: { instructions: readonly string[]; context: readonly Context[]; index: string },
): string {
  const parts = [
    options.system ?? BUILT_IN,
    ...(options.mode ? [MODE[options.mode]] : []),
    ...(index === '' ? [] : [index]),
    ...instructions,
    ...context.map(({ description, value }) => `${description}:\n${value}`),
  ];
  return parts.join('\n\n');
}
