import type { Language } from '@/lib/protocol';

/** The result, for the model, of a call that it had no room to finish. */
export const cutOffCall = (
  { name, args }: { readonly name: string; readonly args: string },
  language: Language = 'en',
): { summary: string; text: string } => TEXT[language](name, args.length);

const TEXT: Readonly<Record<Language, (name: string, arrived: number) => { summary: string; text: string }>> = {
  en: (name, arrived) => ({
    summary: 'Cut off before its end',
    text:
      `The reply ran out of room in the middle of this call: ${arrived} characters of its arguments arrived. ` +
      `Nothing was run. Make the call again with less in it: several smaller calls of ${name} instead of one.`,
  }),
  zh: (name, arrived) => ({
    summary: '在结束之前被截断',
    text:
      `回复在此调用中途用尽了篇幅：收到参数的 ${arrived} 个字符。未执行任何操作。` +
      `请减少内容后重新调用：把一次 ${name} 调用拆成几次较小的调用。`,
  }),
};
