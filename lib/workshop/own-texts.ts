import type { Language } from '@/lib/protocol';

const EN = {
  timeout: (name: string, seconds: number) => `${name} was not done after ${seconds} s.`,
  failed: (name: string, message: string) => `${name} failed: ${message}`,
  nonsense: (name: string) => `${name} answered nonsense, or made too many calls at once.`,
  tooManyCalls: (name: string, most: number) => `${name} called other tools more than ${most} times.`,
  noResult: (name: string, shown: string) =>
    `${name} returned ${shown}, which is no result. Return text, or { text, summary, content, structuredContent, error }.`,
  noCode: (name: string, code: string, codes: readonly string[]) =>
    `${name} returned ${JSON.stringify(code)} as the code of a failure. Take one of ${codes.join(', ')}, and say the rest in text.`,
  noImage: (name: string) => `${name} returned an image whose data is not base64. Pass the bytes through btoa.`,
  notAllowed: (pack: string, use: string) =>
    `The pack ${pack} may not use ${use}: the person has not allowed it. They can, in the workshop, under Checks.`,
  uses: { files: 'files', shell: 'the shell', fetch: 'the web', call: 'other tools', hooks: 'hooks' },
  noOthers: 'No other tool can be called here.',
  nothingHere: 'Nothing can be reached from here.',
  noToolFor: (tool: string) => `No tool here does what ${tool} does.`,
  tooManyMoves: (url: string, most: number) => `${url} leads from host to host, more than ${most} times.`,
  tooLarge: (bytes: number) => `What is there is larger than ${bytes.toLocaleString('en')} bytes.`,
  unreadable: 'The page could not be read.',
  nothing: 'nothing',
};

const ZH: typeof EN = {
  timeout: (name, seconds) => `${name} 在 ${seconds} 秒后仍未完成。`,
  failed: (name, message) => `${name} 失败：${message}`,
  nonsense: (name) => `${name} 的回答无法理解，或一次发起了过多调用。`,
  tooManyCalls: (name, most) => `${name} 调用其他工具超过 ${most} 次。`,
  noResult: (name, shown) =>
    `${name} 返回了 ${shown}，这不是结果。请返回文本，或 { text, summary, content, structuredContent, error }。`,
  noCode: (name, code, codes) =>
    `${name} 返回了失败代码 ${JSON.stringify(code)}。请从以下代码中选一个：${codes.join('、')}，其余的写在 text 里。`,
  noImage: (name) => `${name} 返回的图像数据不是 base64。请用 btoa 编码字节。`,
  notAllowed: (pack, use) => `工具包 ${pack} 不得使用${use}：用户没有允许。用户可以在工坊的“检查”中允许。`,
  uses: { files: '文件', shell: ' Shell', fetch: '网络', call: '其他工具', hooks: ' Hook' },
  noOthers: '这里不能调用其他工具。',
  nothingHere: '从这里无法访问任何东西。',
  noToolFor: (tool) => `这里没有工具能做 ${tool} 所做的事。`,
  tooManyMoves: (url, most) => `${url} 在主机之间转发超过 ${most} 次。`,
  tooLarge: (bytes) => `那里的内容超过 ${bytes.toLocaleString('zh')} 字节。`,
  unreadable: '无法读取该页面。',
  nothing: '空值',
};

/** Our own messages to and from a pack's tool, in the language of the call. */
export const ownTexts = ({ language = 'en' }: { readonly language?: Language | undefined }): typeof EN =>
  language === 'zh' ? ZH : EN;
