import type { Translated } from '../../catalogues';
import type en from '../../en/areas/choice-details';

const zh: Translated<typeof en> = {
  discoveryFullExplains: '每一轮模型都能看到全部工具的定义。',
  discoveryLazyExplains: '模型只看到每个工具的一行摘要，需要时再搜索定义。',
  discoveryDeferredExplains: '全部定义交给服务商，由其自带的搜索决定展示哪些。',
  callsAutoExplains: '按该模型表现最好的方式。',
  callsNativeExplains: '使用服务商自己的工具调用格式。',
  callsPromptExplains: '用提示词里教给模型的文本方言书写调用。',
  sandboxEmbeddedExplains: '在当前标签页内离线运行。默认选项。',
  sandboxWebContainerExplains:
    'StackBlitz 的运行时，从 stackblitz.com 加载；npm 经由其服务器，所起的服务从 webcontainer-api.io 展示。适用 StackBlitz 的服务条款；商业使用需要其许可。',
  sandboxAutoExplains:
    'WebContainer 可用时用它，否则用内嵌沙箱。探测会从 stackblitz.com 加载它，适用 StackBlitz 的服务条款；商业使用需要其许可。',
};
export default zh;
