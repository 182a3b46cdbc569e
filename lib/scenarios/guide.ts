import type { Scenario, ScriptedTurn } from './scenario';

/** What the scripted model says to words it has no script for. */
export function guide(scenarios: readonly Scenario[]): ScriptedTurn {
  return {
    text: [
      'I am the scripted model: I follow prepared conversations, the same way every time, and need neither a key nor a network. I cannot answer freely.',
      '',
      'These I can play; send one of the prompts, or pick it in the header:',
      '',
      ...scenarios.map(({ title, prompt, summary }) => `- **${title}**: ${summary} Say: "${prompt}"`),
      '',
      'For your own questions choose Claude in the settings and enter an Anthropic API key there. The key stays in this tab: it is sent with each request and never stored.',
    ].join('\n'),
  };
}
