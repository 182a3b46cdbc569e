/** Titles and summaries of scenarios by id. The server sends them with the list of scenarios. */
export const SCENARIO_WORDS: Readonly<Record<string, { title: string; summary: string }>> = {
  'fix-the-test': {
    title: '修复失败的测试',
    summary: 'Agent 读取文件，犯两个错误，被校验纠正后完成编辑，让测试由红转绿。',
  },
  'ask-first': {
    title: '执行前先询问',
    summary: '两个需要你批准的调用：允许一次、始终允许，或拒绝并说明原因，Agent 会读到这个原因。',
  },
  validation: {
    title: '参数不符合要求',
    summary: '一个调用有两处错误，执行前即被拒绝；Agent 得知每处错误的位置和改法，一次改正。',
  },
  'ambiguous-edit': {
    title: '匹配两处的编辑',
    summary: '要替换的文本在文件中出现两次：不做任何改动，Agent 得知出现的位置，再指明是哪一处。',
  },
  parallel: {
    title: '读取并发，写入串行',
    summary: '一轮中的五个调用：三个读取并发执行，写入等它们完成，最后一个读取再等写入完成。',
  },
  'tidy-files': {
    title: '整理文件',
    summary: 'Ls、Move、MultiEdit、Delete 与 DeleteRange：多处编辑要么全部完成，要么都不做，每处改动都有 diff。',
  },
  'background-shell': {
    title: '后台监视任务',
    summary: 'Bash 启动一个监视任务后立即继续；BashOutput 经过滤只显示新输出；KillShell 将其结束。',
  },
  notebook: {
    title: '编辑 Notebook',
    summary: 'Read 显示单元格及其输出；NotebookEdit 替换、插入和删除单元格，其余字节原样保留。',
  },
  'language-service': {
    title: '借助语言服务重命名',
    summary: 'Agent 向 TypeScript 查询函数的引用处，重命名后反复检查，直到没有错误。',
  },
  worktree: {
    title: '在工作树中工作',
    summary: 'Agent 提交代码，进入一个 Git 工作树，在其中修复并提交，主目录的文件保持不变。',
  },
  'sub-agents': {
    title: 'Agent 派出子 Agent',
    summary: '两个子 Agent 同时探查，各有自己的对话；第三个修复它们发现的问题。',
  },
  'background-agent': {
    title: '后台 Agent',
    summary: '对话结束后子 Agent 继续工作，中途收到一条消息，它的报告会开启新的一轮。',
  },
  isolation: {
    title: '同时改写同一个文件',
    summary: '两个 Agent 同时改写同一行代码，各自在独立的 Git 工作树中进行。',
  },
  'endless-loop': {
    title: '停止死循环',
    summary: '两条永不结束的命令：一条到时限被中断，另一条等你来停止。',
  },
  'plan-first': {
    title: '先计划，再执行',
    summary: '计划模式下不能改动任何内容。你阅读计划，要求修改、批准，或结束运行。',
  },
  'ask-the-person': {
    title: 'Agent 向你提问',
    summary: '只有你知道答案时，Agent 会提问：单选、多选，或用自己的话回答。',
  },
  'todos-and-tasks': {
    title: '待办事项与任务',
    summary: '可以随时查看的待办列表、互相等待的任务，以及与对话并行的后台命令。',
  },
  memory: {
    title: '它会记住',
    summary: 'Agent 在文档中查到一条信息并写入记忆；刷新页面后再问，它仍然知道。',
  },
  skill: {
    title: '项目的技能',
    summary: 'SKILL.md 说明做法，并在执行期间限定可用的工具；完成之前，调用其他工具会被拒绝。',
  },
  workflow: {
    title: '工作流',
    summary: '三个调用依次使用前面的结果：引用无效时被拒绝，改正后运行两次。',
  },
  cron: {
    title: '定时执行',
    summary: '两个定时任务：一个每分钟由 Shell 执行，另一个像人一样向 Agent 提问。',
  },
  web: {
    title: '搜索与阅读',
    summary: 'Agent 进行搜索，带着问题阅读最相关的页面，访问内网地址时被拒绝。',
  },
  mcp: {
    title: 'MCP 服务器的工具',
    summary: '页面内的服务器在首次使用时连接：读取其资源，调用其工具，随后这些工具进入工具池。',
  },
  browser: {
    title: '试用一个网页',
    summary: 'Agent 编写网页，在你看得见的框架中打开，输入、点击，找出错误并修复。',
  },
  server: {
    title: '启动服务并点击页面',
    summary: 'Agent 编写服务器及页面，在后台启动，打开页面并投票，全部发生在当前标签页中。',
  },
  denied: {
    title: '规则禁止',
    summary: '一条拒绝规则保护 src 目录：编辑被拒绝并附上规则与提示，Agent 另寻他法。',
  },
  hooks: {
    title: 'Hook 拦截',
    summary: '一个几行代码的 Hook 检查每次 Bash 调用并拦下其中一个；Agent 读到原因后改用其他办法。',
  },
  'rate-limit': {
    title: '调用过于频繁',
    summary: '每分钟只允许三次读取，却读了六次：其余被拒绝并告知等待时间，改用一次搜索即可完成。',
  },
  'loop-guard': {
    title: '原地打转',
    summary: '同样的搜索重复四次：Agent 先收到警告，仍然继续则被停止；你允许继续后，它换了一种办法。',
  },
  'lazy-tools': {
    title: '按需加载工具',
    summary: 'Agent 起初只有一份索引和 ToolSearch；搜索到的工具才变为可见，token 用量随之体现。',
  },
  'dynamic-tool': {
    title: '自己编写工具',
    summary: 'Agent 编写一个工具并调用，读到报错后写出第 2 版，再次调用。',
  },
  dialects: {
    title: '用文本书写调用',
    summary: '本身不支持工具调用的模型，用学到的语法书写调用：同一任务，八种方言。',
  },
  truncation: {
    title: '输出过长',
    summary: '一条命令输出 200,000 个字符：模型得到开头、结尾和被省略的长度，于是缩小请求范围。',
  },
  'cut-off': {
    title: '中途截断',
    summary: '回复在一个调用中间用完了长度：什么都不执行，Agent 得知原因后改为更小的调用。',
  },
  'unknown-tool': {
    title: '不存在的工具',
    summary: 'Agent 拼错了工具名，被告知最接近的名称后改正。',
  },
  'long-reply': {
    title: '很长的回复',
    summary: '一段没有工具调用的长流式回复：可以停止、中途刷新，或用两个标签页同时观看。',
  },
  faults: {
    title: '服务商故障',
    summary: '服务商两次过载，随后在回复中途断开；Agent 重试并继续。',
  },
};
