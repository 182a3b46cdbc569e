import type { ToolContext } from './tool';

/** The context of another call: everything else is shared with this one. */
export const withToolUseId = (context: ToolContext, callId: string): ToolContext => ({ ...context, callId });

/** The context of a skill that runs inside another, or inside the conversation. */
export const withSkillContext = (context: ToolContext): ToolContext => ({
  ...context,
  skillDepth: (context.skillDepth ?? 0) + 1,
});

/** What a host can do, in the words of `Tool.capabilities`: the names of the ports it has. */
export const capabilitiesOf = (context: Partial<ToolContext>): string[] =>
  Object.entries(context).flatMap(([port, value]) => (value === undefined ? [] : [port]));
