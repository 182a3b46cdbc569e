import type { ToolContext } from './tool';

/** A context for another call; everything but the id is shared. */
export const withToolUseId = (context: ToolContext, callId: string): ToolContext => ({ ...context, callId });

/** The context of a skill that runs inside another, or inside the conversation. */
export const withSkillContext = (context: ToolContext): ToolContext => ({
  ...context,
  skillDepth: (context.skillDepth ?? 0) + 1,
});

/** What a host can do, in the terms of `Tool.capabilities`: the names of the ports it has. */
export const capabilitiesOf = (context: Partial<ToolContext>): string[] =>
  Object.entries(context).flatMap(([port, value]) => (value === undefined ? [] : [port]));
