import type { Language, ToolResult } from '@/lib/protocol';
import { failure } from '../result';
import type { OffReason, PoolEntry } from './pool-entry';

/** The failed result for a call of a tool that is off. */
export function offRefusal({ name, why = 'settings', missing = '' }: PoolEntry, language: Language = 'en'): ToolResult {
  const { off, advice } = TEXTS[language];
  return failure(why === 'capability' ? 'UNSUPPORTED' : 'TOOL_NOT_FOUND', off[why](name, missing) + advice);
}

interface Texts {
  /** `missing`: the flag, provider or capability in question. */
  readonly off: Readonly<Record<OffReason, (name: string, missing: string) => string>>;
  readonly advice: string;
}

const TEXTS: Readonly<Record<Language, Texts>> = {
  en: {
    off: {
      capability: (name, missing) => `${name} needs ${missing}, which is not there. `,
      'feature flag': (name, missing) => `${name} is disabled: its feature flag ${missing} is off. `,
      provider: (name, missing) => `${name} is disabled: it does not work with models of ${missing}. `,
      filter: (name) => `${name} is disabled: the list of tools of this agent leaves it out. `,
      settings: (name) => `${name} is disabled in the settings. `,
    },
    advice: 'Go on without it, or ask the person for it.',
  },
  zh: {
    off: {
      capability: (name, missing) => `${name} 需要 ${missing}，而此处没有。`,
      'feature flag': (name, missing) => `${name} 已停用：其功能开关 ${missing} 处于关闭状态。`,
      provider: (name, missing) => `${name} 已停用：它不支持 ${missing} 的模型。`,
      filter: (name) => `${name} 已停用：此 Agent 的工具列表不包含它。`,
      settings: (name) => `${name} 已在设置中停用。`,
    },
    advice: '请在没有它的情况下继续，或请用户启用。',
  },
};
