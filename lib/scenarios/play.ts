import { askedCall } from './asked-call';
import { historyInEnglish, inChinese, inEnglish, isChinese, turnInChinese } from './chinese';
import { normalizedText, startedBy } from './started-by';
import type { History } from './history';
import { SCENARIOS } from './registry';
import { isInboxMessage } from './inbox-messages';
import type { TurnAttempt, ScriptedTurn, Scenario } from './scenario';

const GO_ON: ReadonlySet<string> = new Set(['go on', 'continue', 'carry on', 'try again']);

/**
 * The scripted model's next turn. The person's last words that start a scenario decide which one is played, from there on,
 * and in which language. Other words, unless they say to go on, are answered by the guide. Messages from other agents start
 * nothing.
 */
export function play(history: History, asked: TurnAttempt): ScriptedTurn {
  const last = history.findLast((entry) => entry.role === 'user');
  for (let index = history.length - 1; index >= 0; index--) {
    const entry = history[index];
    if (entry?.role !== 'user') continue;
    const turn = turnFrom(history.slice(index), entry.text, asked);
    if (turn) return turn;
    if (!goesOn(entry.text)) break;
  }
  return last && isChinese(last.text) ? chineseGuide(SCENARIOS) : guide(SCENARIOS);
}

/** The next turn of the script that `words` start, given a history that begins with them; undefined if they start none. */
function turnFrom(history: History, words: string, asked: TurnAttempt): ScriptedTurn | undefined {
  const chinese = isChinese(words);
  const scenario = startedBy(words);
  if (scenario) {
    if (!chinese) return scenario.next(history, asked);
    return turnInChinese(scenario.next(historyInEnglish(history), asked));
  }
  // The arguments are the person's own and must not be translated.
  const turn = askedCall(chinese ? inEnglish(words) : words)?.next(history, asked);
  return turn?.text !== undefined && chinese ? { ...turn, text: inChinese(turn.text) } : turn;
}

/** Whether the text starts nothing itself but continues what came before it. */
export const goesOn = (text: string): boolean => GO_ON.has(normalizedText(inEnglish(text))) || isInboxMessage(text);

/** The reply to words that no script matches. */
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

const chineseGuide = (scenarios: readonly Scenario[]): ScriptedTurn => ({
  text: [
    '我是脚本模型：按准备好的对话进行，每次都一样，不需要密钥，也不需要网络。我无法自由回答。',
    '',
    '下面这些我可以演示；发送其中一句，或在页面顶部选择：',
    '',
    ...scenarios.map(({ prompt }) => `- ${inChinese(prompt)}`),
    '',
    '也可以让我调用一个工具：说“调用 Read，参数：{"file_path": "package.json"}”。',
    '',
    '要问自己的问题，请在设置中选择 Claude 并输入 Anthropic API 密钥。密钥保存在此标签页中：它随每个请求发送，不会被存储。',
  ].join('\n'),
});
