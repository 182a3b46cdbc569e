/** Comments in example hooks and in the code that packs begin with, by the English. What a model reads there stays English. */
export const COMMENTS: readonly (readonly [en: string, zh: string])[] = [
  [
    'Decides in your place. What it says nothing about goes on to the rules, the mode and you.',
    '代你决定。它没有表态的调用，交由规则、模式和你决定。',
  ],
  ['One function for both phases.', '两个阶段共用一个函数。'],
  ['Refuses what would touch a lock file.', '拒绝改动锁文件的调用。'],
  ['Changes what the model sent. It is validated again.', '修改模型发送的参数，修改后会重新校验。'],
  ['The model never sees what looks like a key.', '模型看不到形似密钥的内容。'],
  ['Added to what the model reads after a command that failed.', '命令失败后，附加到模型读到的内容中。'],
  ['Goes to the model beside every prompt.', '随每条提示词一起发给模型。'],
  [
    'event.reason tells why the agent stopped. Blocking the stop makes it go on.',
    'event.reason 是 Agent 停止的原因。返回 block 会让它继续。',
  ],
  ['Who refused, and why.', '谁拒绝了，以及原因。'],
  ['Says nothing of other files.', '不记录其他文件。'],
  ['Run on each save.', '每次保存时运行。'],
  ['A word that a shell reads as it is written.', '加上引号，Shell 会按原样读取这个词。'],
  [
    'It ends with 1 where the files differ, and with 2 where it cannot compare them.',
    '文件不同时退出码为 1，无法比较时为 2。',
  ],
  [
    'count_words only reads. Whether the server may be called, McpCall asks.',
    'count_words 是只读的。能否调用该服务器，由 McpCall 询问。',
  ],
  [
    'Asked before a call runs: it may block it, or change what the model sent.',
    '在调用执行前运行：可以拦截调用，或修改模型发送的参数。',
  ],
  [
    'Stands around each call: pre before it runs, post when there is a result.',
    '环绕每次调用：pre 在执行前，post 在得到结果后。',
  ],
  [
    'Decides in your place, after the deny rules; ask leaves it to the rules, the mode and you.',
    '在拒绝规则之后代你决定；返回 ask 则交由规则、模式和你决定。',
  ],
  [
    'Where tools stand in the index, and what a search for tools can be narrowed to.',
    '决定工具在索引中的位置，也可用来缩小工具搜索的范围。',
  ],
  ['How {0} does it stands in original.md.', '{0} 的实现见 original.md。'],
  [
    'It does what {0} does: change what goes in, what comes out, or call others, too.',
    '与 {0} 的行为相同：可以修改输入和输出，也可以调用其他工具。',
  ],
];
