/** What went wrong with files, the sandbox, the server or a run, by the English. */
export const PROBLEMS: readonly (readonly [en: string, zh: string])[] = [
  [
    'The files as they were saved last are damaged. Those that were saved before are here instead.',
    '最近一次保存的文件已损坏，现在显示的是更早保存的版本。',
  ],
  [
    'The files that were saved are damaged and cannot be brought back. The project is here as it was at first.',
    '已保存的文件损坏且无法恢复，现在显示的是项目的初始状态。',
  ],
  [
    'This browser does not have the files of this thread. The project is here as it was at first.',
    '此浏览器中没有本会话的文件，现在显示的是项目的初始状态。',
  ],
  [
    'The browser does not take the files. What is done here is lost when this tab is closed, unless they are downloaded as a zip. It is tried again every few seconds. {0}',
    '浏览器拒绝保存文件。关闭此标签页后，这里的改动将丢失，除非先下载为 zip。每隔几秒会再次尝试。{0}',
  ],
  [
    'the browser ended it: a program may have taken all memory there is. The files are there again, as they were saved last, once the page is reloaded',
    '浏览器已将其终止，可能有程序耗尽了内存。重新加载页面后，文件会恢复到最近一次保存的状态',
  ],
  ['This thread was deleted.', '此会话已被删除。'],
  ['This message is too long to send: a run carries {0} MB at most.', '消息过长，无法发送：一次运行最多携带 {0} MB。'],
  [
    'This thread was removed: nothing had been added to it for a day (TOOLYARD_KEEP_DAYS).',
    '此会话已被清除：1 天内没有新内容（TOOLYARD_KEEP_DAYS）。',
  ],
  [
    'This thread was removed: nothing had been added to it for many days (TOOLYARD_KEEP_DAYS).',
    '此会话已被清除：已有多天没有新内容（TOOLYARD_KEEP_DAYS）。',
  ],
  ['The answer takes longer than {0} seconds.', '回答用时超过 {0} 秒。'],
  [
    'This thread was removed: nothing had been added to it for {0} days (TOOLYARD_KEEP_DAYS).',
    '此会话已被清除：{0} 天内没有新内容（TOOLYARD_KEEP_DAYS）。',
  ],
  ['{0} was not saved: {1}', '{0} 未能保存：{1}'],
  ['There is no sandbox.', '没有沙箱。'],
  ['The sandbox did not start: {0}', '沙箱未能启动：{0}'],
  ['WebContainer did not start: {0}', 'WebContainer 未能启动：{0}'],
  ['no WebContainer: {0}', '无法使用 WebContainer：{0}'],
  ['WebContainer is starting: it loads from stackblitz.com', 'WebContainer 正在启动：从 stackblitz.com 加载'],
  [
    'asking whether WebContainer can run here; the embedded sandbox starts if it does not answer',
    '正在检查此处能否运行 WebContainer；若无响应则改用内嵌沙箱',
  ],
  ['auto: the probe found it', '自动：检测到可用'],
  ['chosen', '由你选择'],
  ['{0} is not a rule: write Tool or Tool(pattern).', '{0} 不是规则：请写成 Tool 或 Tool(pattern)。'],
  ['There is no such thread.', '没有这个会话。'],
  ['The thread could not be read to its end.', '未能完整读取此会话。'],
  ['The server cannot be reached: {0}', '无法连接服务器：{0}'],
  ['The server answered {0}.', '服务器返回 {0}。'],
  [
    'The server process behind this run is gone; another one goes on.',
    '处理此次运行的服务器进程已退出，由另一个进程继续。',
  ],
  ['{0} needs an API key.', '{0} 需要 API 密钥。'],
  ['There is no model called "{0}".', '没有名为“{0}”的模型。'],
  ['There is no scenario called "{0}".', '没有名为“{0}”的场景。'],
  ['Say which model of {0} is meant: type its name in Settings.', '请在设置中填写要使用 {0} 的哪个模型。'],
  ['This server asks no model at an address of your own.', '此服务器不会访问自定义地址上的模型。'],
  ['The agent stopped itself.', 'Agent 自行停止了。'],
  ['The model failed.', '模型出错。'],
  ['The model said nothing.', '模型没有输出任何内容。'],
  ['The reply ended before the model was done.', '回复在模型完成前中断。'],
  [
    'The reply ran out of room and ends in the middle. Say “go on” to have the rest.',
    '回复达到长度上限，在中途结束。说“继续”可获取其余部分。',
  ],
  ['The provider sent values that are nested too deeply.', '服务商返回的内容嵌套过深。'],
  [
    'The provider did not take the model’s earlier thoughts back, so it was asked without them.',
    '服务商没有接受模型之前的思考内容，因此这次请求不含这些内容。',
  ],
  ['“{0}” needs something {1} does not have: {2}.', '“{0}”需要 {1} 没有的能力：{2}。'],
  [
    '“{0}” needs something {1} does not have: {2}. “{3}” can be played with it.',
    '“{0}”需要 {1} 没有的能力：{2}。可以改用“{3}”。',
  ],
];
