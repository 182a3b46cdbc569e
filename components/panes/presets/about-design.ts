import type { Text } from '../../messages/text';

const ABOUT = {
  'open-agent-sdk': 'aboutOpenAgentSdk',
  'claude-agent-sdk': 'aboutClaudeAgentSdk',
  'y-agent': 'aboutYAgent',
  dskcode: 'aboutDskcode',
} as const;

const isKnown = (id: string): id is keyof typeof ABOUT => Object.hasOwn(ABOUT, id);

/** What is special about a design of tools. */
export const aboutDesign = (text: Text<'presets'>, id: string): string => text(isKnown(id) ? ABOUT[id] : 'aboutOurs');
