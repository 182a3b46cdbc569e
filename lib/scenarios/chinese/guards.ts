/** Scenarios in which calls are refused, limited, cut off or fixed. */
export const GUARDS: Readonly<Record<string, string>> = {
  'Where is taxRate used?': 'taxRate 在哪里被使用？',
  'I will search for it.': '我来搜索。',
  'The call was not run. Each fault is named, with its place and what was expected:\n\n{}\n\nBoth fixed at once.':
    '这个调用没有执行。每处错误都说明了位置和期望的内容：\n\n{}\n\n两处一次改正。',
  'My wrong arguments ran anyway: validation is set to warn only. The issues are shown all the same.':
    '错误的参数没有被拦下：校验设为仅警告。问题仍然会显示。',
  'Found. Two faults cost one turn, because both were reported at once, in words that say what to do.':
    '找到了。两处错误只多用了一轮，因为一次就全部指出，并说明了该怎么做。',
  'Read the tax table.': '读取税率表。',
  'I will read the file.': '我来读取文件。',
  'My mistake:\n\n{}\n\nAgain, with the right name.': '我写错了：\n\n{}\n\n用正确的名称再来。',
  'Done, with one detour: an unknown name costs a turn, and the suggested names settle it.':
    '读到了，绕了一次路：未知的名称会多用一轮，给出的相近名称让问题就此解决。',
  'Write a guide to the project.': '为这个项目写一份指南。',
  'One file for all of it, in one call.': '全部写进一个文件，一次调用完成。',
  'My reply ran out of room in the middle of the call, and nothing was written. Two smaller files, then.':
    '我的回复在调用中途超出了长度，什么也没写入。那就写成两个较小的文件。',
  'The guide is there, in two parts. No half-written file was left behind: only complete arguments run.':
    '指南写好了，分两部分。从没写过半个文件：只有完整的参数才会执行。',
  'Fix the line total, without changing what you may not change.': '修复行合计，但不要改动不允许改的内容。',
  'First, the file as it is.': '先看文件现在的样子。',
  '`lineTotal` adds a rate to an amount. I will fix that line.': '`lineTotal` 把比例加到了金额上。我来修复这一行。',
  'The edit was refused, and trying again would not change that:\n\n{}\n\nI will write the change down for somebody who is allowed to make it.':
    '编辑被拒绝了，再试也不会改变：\n\n{}\n\n我换一种办法，把改动写下来，交给有权限的人。',
  'Nobody refused the edit. Add the deny rule `Edit(src/**)` and run me again.':
    '没有人拒绝这次编辑。把规则 `Edit(src/**)` 加入拒绝列表，再运行一次。',
  'One call was refused by a rule. The source is as it was, and what I would change is in `{}`.':
    '一个调用被规则拒绝。源码保持原样，我建议的改动写在 `{}` 中。',
  'The source is as it was, and what I would change is in `{}`.': '源码保持原样，我建议的改动写在 `{}` 中。',
  'Leave a note about dialects, in a dialect.': '用一种方言写一条关于方言的便条。',
  'I have no calls of my own: I was taught a syntax in my prompt, and what I write in it is read from my text while it streams. In a code fence it is only text, so this deletes nothing:':
    '我本身没有调用能力：提示词教了我一种语法，我按它写的内容会在流式输出时从文本中解析出来。写在代码块里就只是文本，所以下面这段不会删除任何东西：',
  'These two are calls.': '下面两个是调用。',
  'The number 5 arrived as a number, although some syntaxes write only text: the schema decided. Now a text that looks like the end of a block.':
    '数字 5 以数字的形式到达，尽管有些语法只能写文本：由 schema 决定类型。现在写一段看起来像结束标记的文本。',
  'And back again, to see that nothing was lost.': '再读回来，看看有没有丢失内容。',
  'Intact. Choose another dialect in Settings, or with `dialect` in the link, and run me again: the calls are the same, only the syntax is not. With `toolMode=native` they are the provider’s own.':
    '完整无缺。在设置中或用链接里的 `dialect` 换一种方言再运行：调用相同，只是语法不同。用 `toolMode=native` 则是服务商原生的调用。',
  'Show 1995 and 7 cents as amounts. Make a tool for it.': '把 1995 分和 7 分显示为金额。为此做一个工具。',
  'There is no tool for that, and I need it more than once, so I will write one.':
    '没有现成的工具，而我要用不止一次，所以自己写一个。',
  'My tool fails, and says why:\n\n{}\n\nAn amount is a number, and I forgot to turn it into text. I will change the tool.':
    '我的工具失败了，并说明了原因：\n\n{}\n\n金额是数字，我忘了转成文本。我来修改工具。',
  'It is there. I will call it twice.': '工具建好了。我调用两次。',
  'Version 2. Both calls once more.': '第 2 版。两个调用再来一次。',
  'It works: {}. The tool was written, run, found wrong and fixed during this conversation, and its code ran cut off from everything else.':
    '可以用了：{}。这个工具在对话中写成、运行、发现错误并修复，它的代码在完全隔离的环境中运行。',
  'Show me what happens when the provider fails.': '演示一下服务商出错时会怎样。',
  'This sentence breaks off before it says anything that could be of use to anybody.':
    '这句话还没说出任何有用的内容就会中断。',
  'The provider was overloaded twice and broke off once. Each time the same turn was asked for again, after a pause, and what the broken attempt had said is gone.':
    '服务商两次过载，一次中断。每次都在停顿之后重新请求同一轮，中断的那次说过的内容已被丢弃。',
  'Pad the number 7 with zeros to three digits.': '把数字 7 补零到三位。',
  'No new packages': '不增加新的包',
  'This project takes no new packages. Use what Node brings, such as padStart.':
    '此项目不接受新的包。请使用 Node 自带的功能，如 padStart。',
  'There is a package for that.': '有一个现成的包可以用。',
  'Install left-pad': '安装 left-pad',
  'Padded with what Node provides, without a package. The hook said no, and said what to do instead.':
    '用 Node 自带的功能补零，没有增加任何包。Hook 拒绝了调用，并说明了替代办法。',
  'A hook said no:\n\n{}\n\nWithout a package, then.': 'Hook 拒绝了：\n\n{}\n\n那就不用包。',
  'Pad with what Node provides': '用 Node 自带的功能补零',
  'No hook stood in the way. Write one for PreToolUse that blocks `npm install` in Bash, and run me again.':
    '没有 Hook 阻拦。为 PreToolUse 写一个拦截 Bash 中 `npm install` 的 Hook，再运行一次。',
  'What does taxRate do? Load only the tools you need.': 'taxRate 做什么？只加载需要的工具。',
  'I see only an index of the tools. I need one that searches files, so I will look for it.':
    '我只看到工具索引。我需要能查看文件内容的工具，所以去搜索。',
  'Grep it is. I can see its full declaration now, so I know how to call it.':
    '就用 Grep。现在能看到它完整的定义，知道该怎么调用。',
  'It is defined in one file and used in another. To read one, I will look up Read by name.':
    '它在一个文件中定义，在另一个文件中使用。要读取文件，我按名称查找 Read。',
  'And now the file.': '现在读取文件。',
  '`taxRate` gives the rate of a category, as a fraction. Two tools were loaded on the way; the others never cost a token.':
    '`taxRate` 以比例的形式返回某个类别的税率。过程中加载了两个工具，其余工具没有消耗任何 token。',
  'Find calculateTax, whatever it takes.': '不惜一切找到 calculateTax。',
  'I will look for `calculateTax`.': '我来查找 `calculateTax`。',
  'Nothing. It must be there, so I will look again.': '没有结果。它一定存在，再找一次。',
  'Still nothing. Once more.': '还是没有。再来一次。',
  'I was told that I am repeating myself. I am sure it is there, so I will do it anyway.':
    '我被提醒在重复同样的调用。我确信它存在，所以还是再试一次。',
  'Here it is: the function is called `taxRate`. The same question four times would never have told me; another question did at once.':
    '找到了：这个函数叫 `taxRate`。同样的问题问四次也得不到答案，换一个问题马上就知道了。',
  'You let me go on after I was stopped, so I will do something else: read the file about taxes.':
    '被停止之后你让我继续，所以我换一种做法：读取与税有关的文件。',
  'Which functions does the project export? Read everything.': '这个项目导出了哪些函数？全部读一遍。',
  'I want to see every exported function, so I will read every file, all at once.':
    '我要看到每个导出的函数，所以同时读取所有文件。',
  '{} of {} reads were not run: there were too many in too short a time. Instead of waiting, I will ask a better question: one search instead of {} reads.':
    '{} 次（共 {} 次）读取没有执行：短时间内次数太多。与其等待，不如换个更好的问题：用一次搜索代替 {} 次读取。',
  '{} exported functions, found with one call. The limit was right: I did not need six files.':
    '一次调用找到 {} 个导出的函数。限流是对的：我不需要读六个文件。',
  'All of them were read; no limit stood in the way. Set the limit of Read to 3 a minute and run me again.':
    '全部读完，没有触发限流。把 Read 的限制设为每分钟 3 次，再运行一次。',
};
