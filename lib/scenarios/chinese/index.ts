import type { ScenarioSetup, ScriptedTurn } from '../scenario';
import type { History } from '../history';
import { ENDINGS } from './endings';
import { FILES } from './files';
import { GUARDS } from './guards';
import { LONG_REPLY } from './long-reply';
import { PEOPLE } from './people';
import { SHELL } from './shell';
import { translation, type Translate } from './translation';

/** Scenarios' texts and their Chinese translations; `{}` stands for a part that varies. */
export const CHINESE: Readonly<Record<string, string>> = {
  ...ENDINGS,
  ...FILES,
  ...SHELL,
  ...PEOPLE,
  ...GUARDS,
  ...LONG_REPLY,
};

/** Translates English texts into Chinese; untranslated ones stay unchanged. */
export const inChinese: Translate = translation(Object.entries(CHINESE));
/** Translates them back. */
export const inEnglish: Translate = translation(
  Object.entries(CHINESE).map(([english, chinese]) => [chinese, english]),
);

/** Whether the text contains Chinese characters. */
export const isChinese = (words: string): boolean => /\p{Script=Han}/u.test(words);

/** A turn in Chinese: its text, and the texts in its calls. */
export const turnInChinese = (turn: ScriptedTurn): ScriptedTurn => ({
  ...turn,
  ...(turn.text !== undefined && { text: inChinese(turn.text) }),
  ...(turn.reasoning !== undefined && { reasoning: inChinese(turn.reasoning) }),
  ...(turn.calls && {
    calls: turn.calls.map((call) => ('input' in call ? { ...call, input: fieldsIn(inChinese, call.input) } : call)),
  }),
});

/** What a scenario sets, in Chinese: its hooks' names, and the texts in their code. */
export const setupInChinese = (setup: ScenarioSetup): ScenarioSetup => ({
  ...setup,
  ...(setup.hooks && {
    hooks: setup.hooks.map((hook) => ({
      ...hook,
      name: inChinese(hook.name),
      source: hook.source.replaceAll(/(?<=')[^'\n]+(?=')/g, (text) => inChinese(text)),
    })),
  }),
});

/** A conversation as its script expects it: messages and calls in English. Results stay unchanged. */
export const historyInEnglish = (history: History): History =>
  history.map((entry) => {
    if (entry.role === 'user') return { ...entry, text: inEnglish(entry.text) };
    if (entry.role === 'result') return entry;
    return { ...entry, calls: entry.calls.map((call) => ({ ...call, input: fieldsIn(inEnglish, call.input) })) };
  });

const fieldsIn = (translate: Translate, fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueIn(translate, value)]));

function valueIn(translate: Translate, value: unknown): unknown {
  if (typeof value === 'string') return translate(value);
  if (Array.isArray(value)) return value.map((one: unknown) => valueIn(translate, one));
  return typeof value === 'object' && value !== null ? fieldsIn(translate, { ...value }) : value;
}
