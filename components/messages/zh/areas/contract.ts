import type { Translated } from '../../catalogues';
import type en from '../../en/areas/contract';

const zh: Translated<typeof en> = {
  loading: '工具加载中…',
  unknown: '这里没有名为 {name} 的工具。',
  counted: '由本页面计数，误差在 10% 以内。在设置中填写密钥后由服务商计数。',
  exact: '由服务商计数，包含其自带的工具说明。',
  tokens: '{count} token',
  forms: '{name} 的各种格式',
  tryIt: '试用',
  off: '关',
  tier: '工具面向的对象',
  version: '{pack}，{time} 的版本',
  replaces: '取代 {source}',
  replacesExplains: '它取代了同名的 {source} 工具。',
  formOf: '{name} 的 {form} 格式',
  tryTool: '试用 {name}',
  codeOf: '{name}，{form}',
  anthropic: '每次请求发给 Claude 的内容。该 API 不接受 annotations。',
  openai: 'chat completions 接受的格式：一个 function，不含 annotations。',
  mcp: 'MCP 服务器列出的格式，包含 annotations。',
  agui: '客户端随运行发送的内容，适用于这里及任何 AG-UI Agent。',
  find: '查找工具',
  findPlaceholder: '搜索 {count, number} 个工具',
  list: '工具',
  noMatch: '没有匹配的工具。',
  writing: '以下工具可能产生变更',
  offExplains: '{line}已关闭：{why}',
  srTokens: 'token',
  isOn: '{name} 已启用',
  onExplains: '已启用：模型可以看到并调用它。',
};
export default zh;
