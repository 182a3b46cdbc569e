/** Scenarios of commands, worktrees, pages and the network. */
export const SHELL: Readonly<Record<string, string>> = {
  'Watch {} while you change it.': '在修改 {} 的同时监视它。',
  'I will start a watcher in the background and go straight on.': '我启动一个监视任务，然后立即继续。',
  'Watch {}': '监视 {}',
  'Now I will change the file it watches, and give it a moment.': '现在修改它监视的文件，稍等片刻。',
  'Add a line': '添加一行',
  'Wait a second': '等一秒',
  'What has it noticed? I ask only for the lines about changes; reading discards the others, too.':
    '它注意到了什么？只看关于改动的行；其余的行也算读过了。',
  'It has:\n\n{}\n\nIt is not needed any more.': '它注意到了：\n\n{}\n\n现在不再需要它了。',
  'To be sure, its status now.': '确认一下它现在的状态。',
  'The watcher `{}` is stopped. You will find it under State, in the list of tasks, with how it ended.':
    '监视任务 `{}` 已停止。在“状态”的任务列表中可以看到它是如何结束的。',
  'Run the two endless loops.': '运行那两个死循环。',
  'First a loop in the shell, with a deadline.': '先是 Shell 中的循环，设有时限。',
  'Loop in the shell': 'Shell 中的循环',
  'It was not allowed, so nothing runs. That is one way to end a loop.':
    '没有得到许可，所以什么也没运行。这也是结束循环的一种办法。',
  '{} Now one in node, which runs until you stop it.': '{}现在是 node 中的循环，一直运行到你停止它。',
  'Loop in node': 'node 中的循环',
  '{} The sandbox is unharmed: its files and its shell are as before.': '{}沙箱仍在运行：文件和 Shell 都和之前一样。',
  'The deadline cut it off.': '它到时限被中断了。',
  'It was stopped from outside.': '它从外部被停止了。',
  'It ended by itself, which it should not have: {}.': '它自己结束了，这不应该发生：{}。',
  'Fix the line total on a branch of its own, without touching my files.': '在单独的分支上修复行合计，不要动我的文件。',
  'A worktree starts from the last commit, so I will commit first.': '工作树从最近一次提交开始，所以先提交。',
  'Commit the files as they are': '提交当前的文件',
  'Now a worktree of my own. What I change there changes nothing here.':
    '现在进入我自己的工作树。在那里的修改不影响这里。',
  'The same path now leads to another file, the one in the worktree, so I will read it.':
    '同样的路径现在指向另一个文件：工作树中的那个。所以我读取它。',
  '`lineTotal` adds a rate to an amount.': '`lineTotal` 把比例加到了金额上。',
  'Green? Then it is worth a commit on the branch.': '绿了吗？那就值得在分支上提交一次。',
  'Run the tests, then commit': '运行测试，然后提交',
  'Done there. The folder can go; the branch keeps the commit.': '那边完成了。目录可以删除，提交保留在分支上。',
  'And the main files? They should be as they were.': '主目录的文件呢？它们应该保持原样。',
  'Compare the branch with the main files': '比较分支与主目录的文件',
  'The main files are untouched, and the change waits on the branch `{}`. To merge it: `git merge {}` in the terminal.':
    '主目录的文件没有变，修改在分支 `{}` 上。要合并它，在终端运行 `git merge {}`。',
  'How many numbers from 1 to 40000 end in 7?': '1 到 40000 之间有多少个数以 7 结尾？',
  'I will list them all and count.': '我把它们全部列出来数一数。',
  'List the numbers': '列出这些数',
  'Only the head and the tail are here; everything in between was left out, so I cannot count. The shell can.':
    '这里只有开头和结尾，中间被省略了，所以我数不了。Shell 可以。',
  'Count those that end in 7': '统计以 7 结尾的数',
  '{} of them end in 7. The shell counted; I read one line instead of forty thousand.':
    '其中有 {} 个以 7 结尾。由 Shell 来数，我只读了一行，而不是四万行。',
  'Make a shopping list page and see that it works.': '做一个购物清单页面，并确认它可用。',
  'A page, its style and its script.': '一个页面，以及它的样式和脚本。',
  'Does it work? I will open it and look.': '能用吗？我打开看看。',
  'Each control has a number. I type into the field and press the button, as a person would.':
    '每个控件都有编号。我像人一样在输入框中输入，然后点击按钮。',
  'The item is there, but the count says “undefined items”: a list element has children, not a length.':
    '条目已经有了，但计数显示“undefined items”：列表元素有 children，没有 length。',
  'Now it counts:\n\n{}\n\nThis browser cannot take a picture of it.': '现在计数正确：\n\n{}\n\n这个浏览器无法截图。',
  'Now it counts:\n\n{}\n\nThe picture shows it as you see it.': '现在计数正确：\n\n{}\n\n截图与你看到的一致。',
  'Make a page to vote on tea, with a server that counts, and try it out.':
    '做一个给茶投票的页面，由服务器计票，并试用它。',
  'A small server and a page for it: its scripts are modules, and they query the server.':
    '一个小服务器和它的页面：页面脚本是模块，会请求服务器。',
  'A server keeps running, so I will start it in the background and open its page meanwhile.':
    '服务器会一直运行，所以在后台启动。同时我打开它的页面。',
  'Start the server': '启动服务器',
  'The page is there, and its script has asked the server for the votes. Now I vote, and ask the server myself.':
    '页面已打开，脚本已向服务器查询票数。现在我投票，并亲自询问服务器。',
  'Ask the server for the votes': '向服务器查询票数',
  'One click, one vote. The page says so:\n\n{}\n\nAnd so does the server:\n\n{}\n\nIt keeps running: open Page under State and vote, too.':
    '点击一次，一票。页面是这样显示的：\n\n{}\n\n服务器也一样：\n\n{}\n\n它会继续运行：打开“状态”中的“网页”，你也来投票。',
  'Find out which permission modes there are.': '查一查有哪些权限模式。',
  'I will look it up instead of guessing.': '我去查，而不是猜。',
  'The first result looks right. I will read it with a question in mind, not as a whole.':
    '第一个结果看起来对。我带着问题读它，而不是整篇读。',
  'One more address that somebody gave me. It is on a private network, and a model that asks for it has to be refused.':
    '还有别人给我的一个地址。它属于内网，模型请求它必须被拒绝。',
  'Which permission modes are there, and which of them ask?': '有哪些权限模式，哪些会询问？',
  'What is kept here?': '这里保存了什么？',
  'A tool of a server joins the pool once the server is connected.': '服务器连接之后，它的工具会加入工具池。',
  'The page answers the question:\n\n{}\n\nThe private address was refused when it was resolved, so no redirect and no odd spelling gets around it.':
    '页面回答了这个问题：\n\n{}\n\n内网地址在解析时就被拒绝，因此重定向和特殊写法都绕不过去。',
  'See what the MCP servers offer.': '看看 MCP 服务器提供了什么。',
  'First, what the MCP servers offer to read. Asking connects me to them.':
    '先看 MCP 服务器提供了哪些可读资源。查询时会连接到它们。',
  'I will read the guide, and call one of the tools by the name that the server gives it.':
    '我读取指南，并用服务器工具自己的名称调用它。',
  'The server is connected, so its tools are among mine now. I will call one directly. Nobody has trusted it yet, so it counts as one that may change things, whatever it says about itself.':
    '服务器已连接，它的工具现在也在我的工具之中。我直接调用一个。还没有人信任它，所以不管它怎么介绍自己，都按可能改动内容来对待。',
  'The note is a resource now:': '这条笔记现在是一个资源：',
  'The server changed its list, and told me:\n\n{}': '服务器更新了它的列表，并通知了我：\n\n{}',
};
