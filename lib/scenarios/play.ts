import { askedCall } from './asked-call';
import { normalizedText, startedBy } from './started-by';
import type { History } from './history';
import { SCENARIOS } from './registry';
import { isInboxMessage } from './inbox-messages';
import type { TurnAttempt, ScriptedTurn, Scenario } from './scenario';

const GO_ON: ReadonlySet<string> = new Set(['go on', 'continue', 'carry on', 'try again']);

/**
 * The scripted model's next turn. The last words of the person that start a scenario decide which one is played, from there
 * on; words that start none and do not say to go on are answered by the guide. What other agents write starts nothing.
 */
export function play(history: History, asked: TurnAttempt): ScriptedTurn {
  for (let index = history.length - 1; index >= 0; index--) {
    const entry = history[index];
    if (entry?.role !== 'user') continue;
    const scenario = startedBy(entry.text) ?? askedCall(entry.text);
    if (scenario) return scenario.next(history.slice(index), asked);
    if (!goesOn(entry.text)) break;
  }
  return guide(SCENARIOS);
}

/** Whether words start nothing, and leave what comes next to what was said before them. */
export const goesOn = (text: string): boolean => GO_ON.has(normalizedText(text)) || isInboxMessage(text);

/** What the scripted model says to words it has no script for. */
function guide(scenarios: readonly Scenario[]): ScriptedTurn {
  return {
    text: [
      'I am the scripted model: I follow prepared conversations, the same way every time, and need neither a key nor a network. I cannot answer freely.',
      '',
      'These I can play; send one of the prompts, or pick it in the header:',
      '',
      ...scenarios.map(({ title, prompt, summary }) => `- **${title}**: ${summary} Say: "${prompt}"`),
      '',
      'Or have one tool called: say "Call Read with {"file_path": "package.json"}".',
      '',
      'For your own questions choose Claude in the settings and enter an Anthropic API key there. The key stays in this tab: it is sent with each request and never stored.',
    ].join('\n'),
  };
}
