import type { Denial, Language } from '@/lib/protocol';

type Told = Pick<Denial, 'reason' | 'hint'>;

/** All texts for a model about a denied call, in one language. */
interface DenialTexts {
  notRun(reason: string): string;
  /** Names the rule or hook, after the reason. */
  by(what: 'rule' | 'hook', name: string): string;
  /** The full stop, and the separator between sentences. */
  readonly stop: string;
  readonly space: string;
  readonly rule: Told;
  skill(tool: string): Told;
  plan(tool: string): Told;
  nobodyAsked(tool: string): Told;
  readonly person: Told;
  readonly otherArguments: Told;
  readonly callback: {
    readonly noAnswer: string;
    failed(message: string): string;
    invalid(path: string, message: string): string;
    readonly hint: string;
  };
  readonly hook: string;
  changed(step: string, tool: string, issues: readonly { path: string; expected: string; received: string }[]): string;
  stepFailed(step: string, message: string): string;
}

const EN: DenialTexts = {
  notRun: (reason) => `Not run: ${reason}`,
  by: (what, name) => ` (${what} ${name})`,
  stop: '.',
  space: ' ',
  rule: {
    reason: 'a rule forbids this call.',
    hint: 'Do not try the same by another way. Say what you need it for if you cannot go on.',
  },
  skill: (tool) => ({
    reason: `a skill lets ${tool} do only what its list says`,
    hint: 'Keep to that, or end the skill if it is done.',
  }),
  plan: (tool) => ({
    reason: `${tool} may change something, and plan mode only reads.`,
    hint: 'Read what you need and present a plan; changes come after it is approved.',
  }),
  nobodyAsked: (tool) => ({
    reason: `${tool} would need a person's approval, and mode dontAsk asks nobody.`,
    hint: 'Go on with what is allowed, or say what you could not do.',
  }),
  person: {
    reason: 'A person refused this call.',
    hint: 'Do not try the same by another way. Go on with what is allowed, or say what you need it for.',
  },
  otherArguments: {
    reason: 'the approval was given for other arguments than these.',
    hint: 'Make the call again, so that a person can decide about it as it is.',
  },
  callback: {
    noAnswer: 'the permission callback answered neither allow, deny nor ask.',
    failed: (message) => `the permission callback failed: ${message}`,
    invalid: (path, message) => `the permission callback changed the input to an invalid one: ${path} ${message}`,
    hint: 'Do not try the same by another way. Go on with what is allowed.',
  },
  hook: 'a hook blocked this call',
  changed: (step, tool, issues) =>
    `the step ${step} changed the arguments to something that ${tool} does not take: ` +
    `${issues.map(({ path, expected, received }) => `${path} should be ${expected} and is ${received}`).join('; ')}.`,
  stepFailed: (step, message) => `the step ${step}, which every call has to pass, failed: ${message}`,
};

const ZH: DenialTexts = {
  notRun: (reason) => `未执行：${reason}`,
  by: (what, name) => `（${what === 'rule' ? '规则' : 'Hook'} ${name}）`,
  stop: '。',
  space: '',
  rule: {
    reason: '有规则禁止此调用。',
    hint: '不要用其他方式达到同样的目的。如果无法继续，请说明为什么需要它。',
  },
  skill: (tool) => ({
    reason: `有技能只允许 ${tool} 做其列表所列的事`,
    hint: '请只做列表所列的事；如果技能已完成，请结束它。',
  }),
  plan: (tool) => ({
    reason: `${tool} 可能会改动内容，而计划模式只允许读取。`,
    hint: '请读取所需内容并提交计划；计划获批之后再做改动。',
  }),
  nobodyAsked: (tool) => ({
    reason: `${tool} 需要人工批准，而 dontAsk 模式不询问任何人。`,
    hint: '请用允许的方式继续，或说明有什么无法完成。',
  }),
  person: {
    reason: '用户拒绝了此调用。',
    hint: '不要用其他方式达到同样的目的。请用允许的方式继续，或说明为什么需要它。',
  },
  otherArguments: {
    reason: '批准针对的是另外的参数。',
    hint: '请重新调用，以便用户就现在的参数作出决定。',
  },
  callback: {
    noAnswer: '权限回调既没有允许、拒绝，也没有要求询问。',
    failed: (message) => `权限回调失败：${message}`,
    invalid: (path, message) => `权限回调把参数改成了无效的值：${path} ${message}`,
    hint: '不要用其他方式达到同样的目的。请用允许的方式继续。',
  },
  hook: '有 Hook 拦截了此调用',
  changed: (step, tool, issues) =>
    `步骤 ${step} 把参数改成了 ${tool} 不接受的值：` +
    `${issues.map(({ path, expected, received }) => `${path} 应为 ${expected}，实为 ${received}`).join('；')}。`,
  stepFailed: (step, message) => `每次调用都要经过的步骤 ${step} 失败：${message}`,
};

const TEXTS: Readonly<Record<Language, DenialTexts>> = { en: EN, zh: ZH };

/** The texts in the language in which the call's model is addressed. */
export const denialTexts = ({ language = 'en' }: { readonly language?: Language | undefined }): DenialTexts =>
  TEXTS[language];
