import type { Context } from '@ag-ui/core';
import type { AgentOptions, Language, PermissionMode } from '@/lib/protocol';

const BUILT_IN: Readonly<Record<Language, string>> = {
  en: `You are a careful software agent. You work in a small sandbox with a file system and a shell, through the tools you are given.

- Look before you change: read a file before you edit it.
- Make independent calls in one turn; they run together where that is safe.
- When a call fails, read its message. It names what was wrong and what to do next. Do not repeat the same call unchanged.
- Check your work by running it.
- When you are done, say in a few sentences what you did and what you saw.`,
  zh: `你是一个细心的软件代理。你通过所提供的工具，在一个带有文件系统和 shell 的小沙箱中工作。

- 先看后改：编辑文件之前先读取它。
- 互不依赖的调用放在同一轮；在安全的情况下，它们会同时执行。
- 调用失败时，请读它的消息：其中说明了哪里有误、接下来该怎么做。不要原样重复同一次调用。
- 运行你的成果，以检查它是否正确。
- 完成之后，用几句话说明你做了什么、看到了什么。`,
};

const MODE: Readonly<Record<Language, Readonly<Record<PermissionMode, string>>>> = {
  en: {
    default: 'A person is asked before anything is changed or run.',
    acceptEdits: 'File changes are made without asking; a person is asked before anything is run.',
    plan: 'You are planning: only calls that read are allowed. Say what you would do.',
    dontAsk: 'Nobody can be asked: what is not allowed beforehand is denied.',
    auto: 'A person is asked only before what is dangerous.',
    bypassPermissions: 'Nobody is asked. Be careful.',
  },
  zh: {
    default: '在更改或运行任何内容之前，都会询问用户。',
    acceptEdits: '文件的更改无需询问；运行任何内容之前会询问用户。',
    plan: '你正在制定计划：只允许读取类的调用。请说明你将怎么做。',
    dontAsk: '无人可以询问：事先未允许的一律拒绝。',
    auto: '只在危险的操作之前询问用户。',
    bypassPermissions: '不会询问任何人。请小心。',
  },
};

/** The system prompt of one run, in the language of its options but for what others wrote. */
export function systemPrompt(
  options: AgentOptions,
  { instructions, context, index }: { instructions: readonly string[]; context: readonly Context[]; index: string },
): string {
  const { language = 'en', mode } = options;
  const parts = [
    options.system ?? BUILT_IN[language],
    ...(mode ? [MODE[language][mode]] : []),
    ...(index === '' ? [] : [index]),
    ...instructions,
    ...context.map(({ description, value }) => `${description}:\n${value}`),
  ];
  return parts.join('\n\n');
}
