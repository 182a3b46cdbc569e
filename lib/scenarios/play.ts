import { askedCall, askForCall } from './asked-call';
import { fenced } from './endings';
import { historyInEnglish, inChinese, inEnglish, isChinese, turnInChinese } from './chinese';
import { normalizedText, startedBy } from './started-by';
import type { History } from './history';
import { SCENARIOS } from './registry';
import { isInboxMessage } from './inbox-messages';
import type { CallFor, TurnAttempt, ScriptedTurn } from './scenario';

const GO_ON: ReadonlySet<string> = new Set(['go on', 'continue', 'carry on', 'try again']);

/** Words that ask for the list of scenarios, in the form used for comparison. */
const LIST: ReadonlySet<string> = new Set([
  'scenarios',
  'help',
  'what can you do',
  'what can you play',
  '场景',
  '有哪些场景',
  '帮助',
  '你能做什么',
  '你能演示什么',
]);

/**
 * The scripted model's next turn. The person's last words that start a scenario decide which one is played, from there on,
 * and in which language. Other words, unless they say to go on, are answered by the guide. Messages from other agents start
 * nothing.
 */
export function play(history: History, asked: TurnAttempt, callFor: CallFor = () => undefined): ScriptedTurn {
  const last = history.findLast((entry) => entry.role === 'user');
  for (let index = history.length - 1; index >= 0; index--) {
    const entry = history[index];
    if (entry?.role !== 'user') continue;
    const turn = turnFrom(history.slice(index), entry.text, asked);
    if (turn) return turn;
    if (!goesOn(entry.text)) break;
  }
  const words = last?.text ?? '';
  const example = LIST.has(normalizedText(words).replace(/[。！？]+$/, '')) ? undefined : callFor(words);
  const say = example && askForCall(example.name, example.input);
  return { text: (isChinese(words) ? chineseGuide(say && inChinese(say)) : guide(say)).join('\n') };
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

/** The reply to words that no script matches: how to have a tool called or, without an example of that, all scenarios. */
const guide = (example: string | undefined): string[] => [
  'I am the scripted model: I play prepared scenarios, the same way every time, and cannot answer freely.',
  '',
  ...(example === undefined
    ? [
        'These I can play; send one of the prompts, or pick it in the header:',
        '',
        ...SCENARIOS.map(({ title, prompt, summary }) => `- **${title}**: ${summary} Say: "${prompt}"`),
        '',
        'Or have one tool called: say "Call Read with {"file_path": "package.json"}".',
      ]
    : [
        'To have a tool called, say it with its arguments:',
        '',
        fenced(example),
        '',
        'Say "scenarios" for all I can play.',
      ]),
  '',
  'For your own questions, choose another model in Settings and enter its key. The key stays in this tab: it is sent with each request and never stored.',
];

const chineseGuide = (example: string | undefined): string[] => [
  '我是脚本模型：按准备好的场景进行，每次都一样，无法自由回答。',
  '',
  ...(example === undefined
    ? [
        '下面这些我可以演示；发送其中一句，或在页面顶部选择：',
        '',
        ...SCENARIOS.map(({ prompt }) => `- ${inChinese(prompt)}`),
        '',
        '也可以让我调用一个工具：说“调用 Read，参数：{"file_path": "package.json"}”。',
      ]
    : ['要让我调用工具，请说出工具名和参数：', '', fenced(example), '', '说“场景”，可查看我能演示的全部内容。']),
  '',
  '要问自己的问题，请在设置中选择其他模型并输入密钥。密钥保存在此标签页中：它随每个请求发送，不会被存储。',
];
