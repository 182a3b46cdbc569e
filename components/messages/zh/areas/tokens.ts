import type { Translated } from '../../catalogues';
import type en from '../../en/areas/tokens';

const zh: Translated<typeof en> = {
  title: 'Token',
  in: '输入',
  cached: '其中命中缓存',
  out: '输出',
  cost: '费用',
  byAgent: '按 Agent',
  byTurn: '按轮次',
  tokensByAgent: '按 Agent 统计的 token',
  tokensByTurn: '按轮次统计的 token',
  agent: 'Agent',
  turn: '轮次',
  thisAgent: '当前 Agent',
  turnTitle: '{model}，停止原因：{stop}',
  perTurn: '每轮的工具定义',
  perTurnExplains: '工具定义在每次请求中占用的 token，由本浏览器按 Claude 公布的编码估算，误差在 10% 以内',
  of: '/ {full}',
  counted: '按 Claude 公布的编码计数。脚本模型以同样方式统计每轮用量，其他模型使用各自上报的数字。',
  caption: '各工具发现方式下工具定义的 token 数',
  now: '当前',
  less: '少 {share, number}%',
  more: '多 {share, number}%',
};
export default zh;
