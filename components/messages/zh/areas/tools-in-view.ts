import type { Translated } from '../../catalogues';
import type en from '../../en/areas/tools-in-view';

const zh: Translated<typeof en> = {
  title: '模型可见的工具',
  explains: '模型能看到完整定义的工具数 / 工具总数',
  some: '{seen, number} / {all, number}',
  off: '关',
  listed: '{kind} · 仅列出',
  skill: '技能 {names}',
  narrowed: '已被技能 {names} 限定',
  outside: '技能 {skill} 未包含它',
  isOff: '已关闭：{why}',
  opens: '{title} 点击打开其契约。',
  isListed: '在搜索到它之前，模型只看到一行摘要。',
};
export default zh;
