import type { AgentReport, CodeDiagnostic, ConfigurationSetting, Task } from '@/lib/ports';
import type { Language } from '@/lib/protocol';

const count = (number: number, one: string, many = `${one}s`): string => `${number} ${number === 1 ? one : many}`;

type Standing = Pick<Task, 'status' | 'exitCode'>;
/** A number of diagnostics of one severity. */
type Diagnosed = readonly [number: number, severity: CodeDiagnostic['severity']];

const EN = {
  none: 'none',
  nothing: 'nothing',
  emptyList: 'empty',
  doneOf: (done: number, all: number) => `${done} of ${all} done`,
  someOf: (some: number, all: number) => `${some} of ${all}`,
  task: ({ status, exitCode }: Standing, blockers: readonly string[]): string => {
    const why = blockers.length > 0 ? `, waits for ${blockers.join(', ')}` : '';
    return `${status}${exitCode === undefined ? '' : ` with exit code ${exitCode}`}${why}`;
  },
  shell: ({ status, exitCode }: Standing): string => {
    if (status === 'running') return 'still running';
    return exitCode === undefined ? status : `${status}, exit code ${exitCode}`;
  },
  newLines: (lines: number) => count(lines, 'new line'),
  inBackground: (name: string) => `${name} works in the background`,
  report: ({ status, usage }: Pick<AgentReport, 'status' | 'usage'>): string => {
    const tokens = usage.inputTokens + usage.outputTokens;
    return `${status}: ${[count(usage.turns, 'turn'), count(usage.calls, 'call'), count(tokens, 'token')].join(', ')}`;
  },
  movedAway: 'Moved to another host',
  page: (title: string, kilobytes: number, cached: boolean) =>
    `${title || 'Page'} · ${kilobytes} KB${cached ? ' · cached' : ''}`,
  results: (results: number, bundled: boolean) => `${count(results, 'result')}${bundled ? ' (bundled documents)' : ''}`,
  planning: (already: boolean): string => (already ? 'already planning' : 'planning'),
  approved: 'Approved',
  changesAsked: (feedback: string) => `Changes asked: ${feedback}`,
  rejected: 'Rejected',
  narrowed: (tools: readonly string[] | undefined) => (tools ? `only ${tools.join(', ')}` : 'all tools'),
  endedSkill: (name: string) => `ended ${name}`,
  memories: (memories: number) => count(memories, 'memory', 'memories'),
  remembered: (known: boolean): string => (known ? 'known already' : 'remembered'),
  passages: (passages: number, replaced: boolean) => `${count(passages, 'passage')}${replaced ? ', replaced' : ''}`,
  nextRun: (time: string | undefined) => `next run ${time ?? 'never'}`,
  jobs: (jobs: number) => (jobs === 0 ? 'no jobs' : count(jobs, 'job')),
  skills: (skills: number) => count(skills, 'skill'),
  sentTo: (names: readonly string[]) => `to ${names.join(', ')}`,
  foundTools: (names: readonly string[]) => `Found ${names.join(', ')}`,
  answered: (status: number) => `Answered ${status}`,
  definitions: (definitions: number) => count(definitions, 'definition'),
  places: (places: number, files: number) => `${count(places, 'place')} in ${count(files, 'file')}`,
  symbols: (symbols: number) => count(symbols, 'symbol'),
  diagnostics: (counts: readonly Diagnosed[]) =>
    counts.map(([number, severity]) => count(number, severity)).join(', ') || 'nothing wrong',
  settings: (settings: number) => count(settings, 'setting'),
  setting: ({ key, value }: Pick<ConfigurationSetting, 'key' | 'value'>) =>
    `${key} is ${JSON.stringify(value) ?? 'not set'}`,
  onBranch: (name: string, branch: string) => `${name}, on ${branch}`,
  leftWorktree: (name: string, kept: boolean) => `${name} ${kept ? 'kept' : 'removed'}`,
  steps: (steps: number, replaced: boolean) => `${count(steps, 'step')}${replaced ? ', replaced' : ''}`,
  stepsOf: (done: number, all: number) => `${done} of ${count(all, 'step')}`,
  stoppedAt: (step: string) => `stopped at ${step}`,
  picture: 'Picture of the page',
  untitled: 'A page without a title',
  mcpCall: (tool: string, server: string) => `${tool} of ${server}`,
  resources: (resources: number, failed: number, servers: number) =>
    `${count(resources, 'resource')}${failed === 0 ? '' : `, ${failed} of ${count(servers, 'server')} failed`}`,
  version: (name: string, version: number) => `${name}, version ${version}`,
};

const STATUSES: Readonly<Record<Task['status'], string>> = {
  pending: '待处理',
  running: '运行中',
  completed: '已完成',
  failed: '失败',
  stopped: '已停止',
};
const SEVERITIES: Readonly<Record<CodeDiagnostic['severity'], string>> = {
  error: '错误',
  warning: '警告',
  hint: '提示',
};
const REPORTS: Readonly<Record<AgentReport['status'], string>> = { done: '完成', failed: '失败', stopped: '已停止' };

const ZH: typeof EN = {
  none: '无',
  nothing: '无匹配',
  emptyList: '已清空',
  doneOf: (done, all) => `已完成 ${done}/${all}`,
  someOf: (some, all) => `${some}/${all} 项`,
  task: ({ status, exitCode }, blockers) => {
    const why = blockers.length > 0 ? `，等待 ${blockers.join('、')}` : '';
    return `${STATUSES[status]}${exitCode === undefined ? '' : `，退出码 ${exitCode}`}${why}`;
  },
  shell: ({ status, exitCode }) => `${STATUSES[status]}${exitCode === undefined ? '' : `，退出码 ${exitCode}`}`,
  newLines: (lines) => `新增 ${lines} 行`,
  inBackground: (name) => `${name} 在后台工作`,
  report: ({ status, usage }) =>
    `${REPORTS[status]}：${usage.turns} 轮，${usage.calls} 次调用，${usage.inputTokens + usage.outputTokens} token`,
  movedAway: '已移至其他主机',
  page: (title, kilobytes, cached) => `${title || '网页'} · ${kilobytes} KB${cached ? ' · 缓存' : ''}`,
  results: (results, bundled) => `${results} 条结果${bundled ? '（内置文档）' : ''}`,
  planning: (already) => (already ? '已在计划模式' : '进入计划模式'),
  approved: '已批准',
  changesAsked: (feedback) => `要求修改：${feedback}`,
  rejected: '已拒绝',
  narrowed: (tools) => (tools ? `仅限 ${tools.join('、')}` : '全部工具'),
  endedSkill: (name) => `已结束 ${name}`,
  memories: (memories) => `${memories} 条记忆`,
  remembered: (known) => (known ? '已有此记忆' : '已记住'),
  passages: (passages, replaced) => `${passages} 个段落${replaced ? '，已替换' : ''}`,
  nextRun: (time) => (time === undefined ? '不再运行' : `下次运行 ${time}`),
  jobs: (jobs) => (jobs === 0 ? '没有定时任务' : `${jobs} 个定时任务`),
  skills: (skills) => `${skills} 个技能`,
  sentTo: (names) => `发给 ${names.join('、')}`,
  foundTools: (names) => `找到 ${names.join('、')}`,
  answered: (status) => `应答状态 ${status}`,
  definitions: (definitions) => `${definitions} 处定义`,
  places: (places, files) => `${files} 个文件中的 ${places} 处`,
  symbols: (symbols) => `${symbols} 个符号`,
  diagnostics: (counts) =>
    counts.map(([number, severity]) => `${number} 个${SEVERITIES[severity]}`).join('，') || '没有问题',
  settings: (settings) => `${settings} 项设置`,
  setting: ({ key, value }) => `${key} 为 ${JSON.stringify(value) ?? '未设置'}`,
  onBranch: (name, branch) => `${name}，分支 ${branch}`,
  leftWorktree: (name, kept) => `${kept ? '已保留' : '已移除'} ${name}`,
  steps: (steps, replaced) => `${steps} 个步骤${replaced ? '，已替换' : ''}`,
  stepsOf: (done, all) => `${done}/${all} 个步骤`,
  stoppedAt: (step) => `停在 ${step}`,
  picture: '页面截图',
  untitled: '没有标题的页面',
  mcpCall: (tool, server) => `${server} 的 ${tool}`,
  resources: (resources, failed, servers) =>
    `${resources} 个资源${failed === 0 ? '' : `，${servers} 个服务器中有 ${failed} 个失败`}`,
  version: (name, version) => `${name}，版本 ${version}`,
};

const SUMMARIES: Readonly<Record<Language, typeof EN>> = { en: EN, zh: ZH };

/** The short summaries of results for people, in the language of the call. */
export const summaries = ({ language = 'en' }: { readonly language?: Language | undefined }): typeof EN =>
  SUMMARIES[language];
