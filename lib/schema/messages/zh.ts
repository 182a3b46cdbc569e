import type { IssueMessages, ComparisonSign, Unit } from './messages';

const DEGREES: Readonly<Record<ComparisonSign, string>> = { '>=': '至少', '>': '多于', '<=': '至多', '<': '少于' };
const BOUNDS: Readonly<Record<ComparisonSign, string>> = { '>=': '不小于', '>': '大于', '<=': '不大于', '<': '小于' };
const UNITS: Readonly<Record<Unit, string>> = { characters: '个字符', items: '个元素', fields: '个字段' };

const TYPES: Readonly<Record<string, string>> = {
  array: '数组',
  boolean: '布尔值',
  integer: '整数',
  null: 'null',
  number: '数字',
  object: '对象',
  string: '字符串',
};
const typeName = (type: string): string => TYPES[type] ?? type;

/** What was expected and received, or that the field is missing or unknown. */
function difference(expected: string, received: string): string {
  if (expected === 'present' && received === 'nothing') return '必填，但缺少';
  if (expected === 'absent') return `未知，收到 ${received}`;
  return `应为 ${expected}，收到 ${received === 'nothing' ? '空缺' : received}`;
}

export const ZH: IssueMessages = {
  whole: '`参数`',
  noted: (name, note) => (/[\u4e00-\u9fff]/.test(note) ? note : `请更正 ${name}：“${note}”。`),
  add: (name) => `请补上 ${name}。`,
  youSent: (sent, field) => `你发送的是 \`${sent}\`，是否想写 \`${field}\`？`,
  remove: (name) => `请删除未知字段 ${name}。`,
  didYouMean: (meant) => `是否想写 \`${meant}\`？`,
  badKey: (name) => `请给字段 ${name} 换一个名称：schema 不允许这个名称。`,
  type: (name, expected, received) => `请以${typeName(expected)}的形式发送 ${name}，而不是${typeName(received)}。`,
  notAsText: (name, expected) => `请直接发送${typeName(expected)} ${name}，不要发送内含 JSON 的文本。`,
  wholeNumber: (name) => `请以整数的形式发送 ${name}。`,
  choose: (name, choices, more) =>
    choices.length === 0
      ? `请将 ${name} 设为允许的值。`
      : `请将 ${name} 设为${choices.length > 1 ? '以下值之一：' : ' '}${choices.join('、')}${more > 0 ? `（另有 ${more} 个）` : ''}。`,
  shape: (name) => `请让 ${name} 恰好符合 schema 允许的一种结构。`,
  excluded: (name) => `请更改 ${name}：schema 排除了这个值。`,
  length: (name, sign, count, unit) => `${name} 须有${DEGREES[sign]} ${count} ${UNITS[unit]}。`,
  bound: (name, sign, limit) => `请将 ${name} 设为${BOUNDS[sign]} ${limit} 的值。`,
  multiple: (name, step) => `请将 ${name} 设为 ${step} 的倍数。`,
  pattern: (name, pattern) => `请让 ${name} 匹配正则表达式 \`${pattern}\`。`,
  format: (name, format) => `请将 ${name} 写成有效的 ${format}。`,
  unique: (name) => `请去掉 ${name} 中重复的元素。`,
  contains: (name, sign, count) => `${name} 中须有${DEGREES[sign]} ${count} 个 schema 所要求的元素。`,
  other: (name, expected) => `请更正 ${name}：应为 ${expected}。`,
  tooDeep: (limit) => `参数嵌套最多 ${limit} 层。`,
  tooMany: (limit) => `一次调用最多发送 ${limit} 个值；请分成多次调用。`,
  uncheckable: (reason) => `无法检查参数：${reason}`,
  problems: {
    costly: () => '无法检查参数：把这个工具的 schema 用到这些参数上耗时过长。',
    endless: () => '无法检查参数：这个工具的 schema 无止境地引用自身。',
    malformed: (keyword) => `无法检查参数：这个工具的 schema 中 \`${keyword}\` 的写法有误。`,
    reference: (uri) => `无法检查参数：这个工具的 schema 引用了不存在的 \`${uri}\`。`,
    invalidPattern: (pattern) => `无法检查参数：这个工具的 schema 中 \`${pattern}\` 不是正则表达式。`,
    unsafePattern: (pattern) =>
      `无法检查参数：匹配这个工具的 schema 中的 \`${pattern}\` 可能永不结束。` +
      '较短的文本或许可以通过；否则须改写该表达式，不用嵌套重复、环视或反向引用。',
  },
  refused: (count) => `参数无效（${count} 处问题），因此没有执行调用。`,
  issue: (number, path, expected, received, message) =>
    `${number}. ${path}：${difference(expected, received)}。${message}`,
  more: (count) => `……另有 ${count} 处。`,
  correct: '请更正参数后重新调用。',
};
