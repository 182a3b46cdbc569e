import type { Language } from '@/lib/protocol';

/** Why a person is asked about a call, and the notes on the answer: for people, in the language of the run. */
interface AskTexts {
  mayChange(tool: string): string;
  rule(rule: string): string;
  readonly once: string;
  always(rule: string): string;
  notKept(rule: string): string;
}

const EN: AskTexts = {
  mayChange: (tool) => `${tool} may change something.`,
  rule: (rule) => `The rule ${rule} wants a person to see this call.`,
  once: 'allowed it this once',
  always: (rule) => `allowed it always, by the rule ${rule}`,
  notKept: (rule) => `allowed it this once: the rule ${rule} does not cover it and was not kept`,
};

const ZH: AskTexts = {
  mayChange: (tool) => `${tool} 可能会改动内容。`,
  rule: (rule) => `规则 ${rule} 要求人工确认此调用。`,
  once: '仅允许这一次',
  always: (rule) => `始终允许，规则 ${rule}`,
  notKept: (rule) => `仅允许这一次：规则 ${rule} 不涵盖此调用，未保存`,
};

const TEXTS: Readonly<Record<Language, AskTexts>> = { en: EN, zh: ZH };

/** The texts in the language in which the call's model is addressed. */
export const askTexts = ({ language = 'en' }: { readonly language?: Language | undefined }): AskTexts =>
  TEXTS[language];
