import type { Translated } from '../../catalogues';
import type en from '../../en/areas/cassette';

const zh: Translated<typeof en> = {
  title: '录制',
  atOnce: '立即',
  asRecorded: '按录制时的节奏',
  explains:
    '录制保存一次完整的运行。回放时模型重复当时的输出，不需要密钥，而工具调用会真实执行：若工具的返回与当时不同，回放会同时显示两者。',
  choose: '选择一个录制文件，或拖放到页面任意位置',
  limit: '.cassette.json，最大 8 MB',
  file: '录制文件',
  refused: '<b>{name}</b> 无法回放。{reason}',
  speed: '速度',
  replay: '回放',
  contents: '文件包含对话内容、模型的每一轮和工具结果，不含密钥。分享前请先检查。',
  save: '保存此会话',
  recordExplains: '从下一轮起逐字节保留服务商的响应，使回放重新经过其适配器。',
  record: '保留服务商的原始响应',
  unreadable: '文件无法读取。',
  summary: '录制内容',
  counts: '{turns, number} 轮，{calls, number} 次调用',
  countsWithAgents: '{turns, number} 轮，{calls, number} 次调用，{agents, number} 个子 Agent',
  by: '{counts}，模型：{models} · {when}',
  noModel: '无',
};
export default zh;
