/** Scenarios that involve the person, other agents, or stored data. */
export const PEOPLE: Readonly<Record<string, string>> = {
  'Say hello from the shell and leave a note.': '用 Shell 打个招呼，再留一张便条。',
  'Here is what became of the two calls:': '两个调用的结果如下：',
  'One command and one new file. Both change something, so you are asked first.':
    '一条命令和一个新文件。两者都会产生改动，所以先问你。',
  'Say hello': '打个招呼',
  '- **{}**: you said no. {}': '- **{}**：你拒绝了。{}',
  '- **{}**: stopped before it ran.': '- **{}**：执行前被停止。',
  '- **{}**: failed with {}.': '- **{}**：失败，{}。',
  '- **{}**: done.': '- **{}**：已完成。',
  'Decide how we round, and write it down.': '决定我们怎么舍入，并写下来。',
  'The files do not say how totals should be rounded, and a wrong guess would cost somebody money, so I will ask.':
    '文件里没有说合计怎么舍入，猜错了会让人损失钱。我来问。',
  'When should amounts be rounded?': '金额应在何时舍入？',
  Rounding: '舍入',
  'Each line': '每一行',
  'What the customer sees adds up.': '客户看到的数字加起来一致。',
  'Once, at the end': '最后一次',
  'The sum is as exact as it can be.': '总和尽可能精确。',
  'Who should be told about it?': '应该告知谁？',
  Readers: '读者',
  Developers: '开发人员',
  Accounting: '财务',
  Customers: '客户',
  'No answer.': '没有回答。',
  'So: {}. I will write it down.': '那就是：{}。我记下来。',
  'Your decision is in `{}`. It took two questions and no guessing.': '你的决定写在 `{}` 中。问了两个问题，没有猜。',
  'Plan how to fix the line total, and fix it once I agree.': '先计划怎么修复行合计，等我同意后再修复。',
  'This affects what customers pay, so I will plan first: nothing can be changed until you have read the plan.':
    '这关系到客户付多少钱，所以先做计划：在你读过计划之前，什么都不能改。',
  'In plan mode I can still read.': '在计划模式下我仍然可以读取。',
  '# Fix the line total': '# 修复行合计',
  '`lineTotal` adds a *rate* to an *amount*: a line of 10.00 at 19% costs 10.00 and 0.19 cents.':
    '`lineTotal` 把*比例*加到了*金额*上：10.00 的一行按 19% 计税，得到的是 10.00 加 0.19 分。',
  '1. In `src/cart.ts`, multiply: `round(net * (1 + rate))`':
    '1. 在 `src/cart.ts` 中改为相乘：`round(net * (1 + rate))`',
  '2. Leave `shippingTotal` alone: its surcharge **is** an amount': '2. 不动 `shippingTotal`：它的附加费**就是**金额',
  '3. Run nothing else, and change no test': '3. 不运行别的，也不改测试',
  '4. As you asked: {}': '4. 按你的要求：{}',
  'Another plan, then, with your changes in it.': '那就换一个计划，把你说的写进去。',
  'I know what has to be done. Here is the plan.': '我知道要做什么了。计划如下。',
  'Approved. I will carry it out.': '已批准。我来执行。',
  'Done as planned: one line of `{}`. You read the plan before anything changed.':
    '已按计划完成：`{}` 的一行。在任何改动之前，你已读过计划。',
  'Done as planned: one line of `{}`. You read the plan before anything changed, and changed it.':
    '已按计划完成：`{}` 的一行。在任何改动之前，你已读过计划，并修改了它。',
  'Find out where rounding and tax happen, and have the line total fixed.':
    '查明舍入和计税在哪里进行，并让人修复行合计。',
  'Find every place of this project that rounds an amount. Report file and line of each.':
    '找出项目中所有对金额做舍入的地方。报告每处的文件和行号。',
  'Find out what taxRate returns, and how the price of a line uses it.':
    '查明 taxRate 返回什么，以及行价格如何使用它。',
  'In {}, lineTotal adds a tax rate to an amount. Make it multiply and round to whole cents. Report what you changed.':
    '在 {} 中，lineTotal 把税率加到了金额上。改为相乘，并舍入到整分。报告你改了什么。',
  'I will look for calls of `round`.': '我来查找对 `round` 的调用。',
  'These places round:\n\n{}\n\nIn `lineTotal` the sum with tax is not rounded at all.':
    '这些地方做了舍入：\n\n{}\n\n而 `lineTotal` 中含税的合计完全没有舍入。',
  'Two files should tell.': '看两个文件应该就知道了。',
  '`taxRate` returns a fraction, such as 0.2. `lineTotal` in `src/cart.ts` adds it to an amount in cents.':
    '`taxRate` 返回比例，例如 0.2。`src/cart.ts` 中的 `lineTotal` 把它加到以分计的金额上。',
  '`lineTotal` in `{}` now multiplies by 1 + rate and rounds to whole cents.':
    '`{}` 中的 `lineTotal` 现在乘以 1 + rate，并舍入到整分。',
  'I was not allowed to change the file, and left it as it was:\n\n{}': '我没有获准修改这个文件，所以保持原样：\n\n{}',
  'Two unrelated questions, so two agents look for the answers at the same time.':
    '两个互不相关的问题：由两个子 Agent 同时寻找答案。',
  'Where amounts are rounded': '金额在哪里舍入',
  'Where tax comes in': '税是怎么计入的',
  'Both point at the same line. A third agent fixes it.': '两者都指向同一行。由第三个子 Agent 来修复。',
  'Fix the line total': '修复行合计',
  'It was cut off while it was working. It still knows everything it did, so it can go on.':
    '它在工作中被中断了。它仍然记得做过的一切，所以接着做。',
  'Three agents worked, each in a conversation of its own; this one contains only their reports. The last one says:\n\n{}':
    '三个子 Agent 各有自己的对话，这里只有它们的报告。最后一个说：\n\n{}',
  'Send a scout ahead to look for wrong sums.': '派一个侦察 Agent 先去查找算错的合计。',
  'Look for functions that add a rate to an amount, and wait to be told where else to look. Then report.':
    '查找把比例加到金额上的函数，并等待通知还要查看哪里。然后报告。',
  'I will begin with the cart.': '我从购物车开始。',
  'Wait for word': '等待消息',
  'No word came, so I will look where I think best.': '没有收到消息，我去自己认为最该看的地方。',
  'Word from the agent that sent me: look at shipping, too.': '派我来的 Agent 发来消息：运费也要看。',
  'Two functions add a rate to an amount: `lineTotal` and `shippingTotal`, both in `src/cart.ts`.':
    '有两个函数把比例加到金额上：`lineTotal` 和 `shippingTotal`，都在 `src/cart.ts` 中。',
  'A scout goes ahead, in the background, and can be reached through its team.':
    '侦察 Agent 在后台先行，可以通过它的团队联系到。',
  'Look for wrong sums': '查找算错的合计',
  'Something occurs to me while it works. It will read this at its next turn.':
    '它工作时我想到一件事。它在下一轮会读到。',
  'Look at shipping, too: src/shipping.ts.': '运费也看一下：src/shipping.ts。',
  'The scout is at work, and I have nothing else to do. Its report will wake me.':
    '侦察 Agent 在工作，我没有别的事可做。它的报告会唤醒我。',
  'The scout is back, and its team has done its work.': '侦察 Agent 回来了，团队的任务完成了。',
  'The scout reported while nobody was waiting for it:\n\n{}': '侦察 Agent 在没有人等待时给出了报告：\n\n{}',
  'Try out two other ways to round, side by side.': '同时试试另外两种舍入方式。',
  'First, the file as I have it.': '先看我这里的文件。',
  '`round` is now `{}`, in my own copy of `{}`.': '`round` 现在是 `{}`，改在我自己的 `{}` 副本中。',
  'Try out in {} how round would be with Math.round. Change that one line only.':
    '在 {} 中试用 Math.round 实现 round。只改这一行。',
  'Try out in {} how round would be with Intl.NumberFormat. Change that one line only.':
    '在 {} 中试用 Intl.NumberFormat 实现 round。只改这一行。',
  'Another way to round': '另一种舍入方式',
  'Two agents try out two ways at the same time, in the same line of the same file. Each has a worktree of its own.':
    '两个子 Agent 在同一文件的同一行同时试两种方式，各有自己的工作树。',
  'Both are done. What does the line look like here, and in their worktrees?':
    '两个都完成了。这一行在这里和在它们的工作树中各是什么样？',
  'Neither saw what the other did, and the project itself is as it was:\n\n{}\n\nTheir changes are on branches of their own:\n\n{}':
    '它们互相看不到对方的改动，项目本身保持原样：\n\n{}\n\n它们的改动在各自的分支上：\n\n{}',
  'How are our prices rounded?': '我们的价格是怎么舍入的？',
  'I may have been asked that before. First, what I remember.': '也许以前有人问过我。先看看记忆里有什么。',
  'I remember nothing about it, so I will look it up. The project has a document about prices, which I will add to my knowledge.':
    '记忆里没有，所以去查。项目里有一份关于价格的文档，我把它导入。',
  'Now I will search it.': '现在向它提问。',
  'That is the answer. I will remember it for the next conversation.': '这就是答案。我把它记住，供下次对话使用。',
  'I already knew that, and did not have to read anything:\n\n{}': '这个我已经知道，不必再读任何内容：\n\n{}',
  '{}\n\nReload the page and ask me in a new conversation: I will know it at once.':
    '{}\n\n重新加载页面，在新对话中问我：我马上就能答出来。',
  'Write the time down every minute, and tell me now and then how often you did.':
    '每分钟记录一次时间，并不时告诉我记录了多少次。',
  'How many stamps are there?': '现在有多少条时间记录？',
  'Two jobs: the shell writes the time down every minute, and every other minute I am asked how often it has done so.':
    '两个定时任务：Shell 每分钟记录一次时间，每两分钟问我一次记录了多少次。',
  'Now the schedule, with the next run of each.': '现在看定时任务和各自下次运行的时间。',
  'The clock is asking, not you. I will count.': '这次是定时任务在问，不是你。我来数。',
  'Count the stamps': '统计时间记录',
  'There is none yet.': '还没有。',
  'There are {}.': '共有 {} 条。',
  'They run while this thread is open, and wait only until I am idle. Look at them under State, Schedule; delete them there, too.':
    '会话打开期间它们会一直运行，只在我空闲时执行。在“状态”的“定时任务”中可以查看，也可以删除。',
  'Divide the work into tasks, and keep something running beside it.': '把工作分成任务，同时让一个命令在旁边运行。',
  'Start the ticker': '启动计时器',
  'Starting the ticker': '正在启动计时器',
  'Divide the work': '分派工作',
  'Dividing the work': '正在分派工作',
  'Clean up': '清理',
  'Cleaning up': '正在清理',
  'Three steps, so I will keep a list. The first is something that runs in the background.':
    '有三步，所以我列个清单。第一步是让一个命令在旁边持续运行。',
  'Tick in the background': '在后台计时',
  'Read the cart': '阅读购物车代码',
  'Write the summary': '写总结',
  'Find out what lineTotal does.': '弄清 lineTotal 做什么。',
  'It ticks by itself. Meanwhile, two tasks that everybody here can see; the second waits for the first.':
    '它自己在计时。同时建两个大家都能看到的任务，第二个在第一个之后。',
  'What if the second is started first?': '如果先开始第二个会怎样？',
  'That is refused, as it should be. In order, then; and I give the ticker a moment.':
    '被拒绝了，理应如此。那就按顺序来，再给计时器一点时间。',
  'It is still ticking, and nobody needs it any more.': '它还在计时，但已经没有人需要它了。',
  'All three steps are done, both tasks are completed, and the ticker was stopped after at least {} ticks. The State pane shows all of it.':
    '三步都完成了，两个任务都已完成，计时器至少计了 {} 次后被停止。“状态”窗格中可以看到全部。',
  'All three steps are done, both tasks are completed, and the ticker was stopped after a while. The State pane shows all of it.':
    '三步都完成了，两个任务都已完成，计时器运行一段时间后被停止。“状态”窗格中可以看到全部。',
  'Write the release notes.': '写发布说明。',
  'Does this project have a skill for that?': '这个项目有对应的技能吗？',
  'It does. I will begin it.': '有。我来启动它。',
  'Look at the history': '查看历史',
  'Not now: the skill leaves Bash out, as the page shows. I will follow its steps, then.':
    '现在不行：这个技能不包含 Bash，页面上也能看到。那就照它说的做。',
  '**Notes**\n\n- Prices are now rounded once, at the end.\n- Books have the reduced rate.\n\nThat was the skill; I will end it.':
    '**说明**\n\n- 价格现在只在最后舍入一次。\n- 图书适用优惠税率。\n\n技能的内容就是这些，我来结束它。',
  'And now Bash can be used again:\n\n{}': '现在又可以使用 Bash 了：\n\n{}',
  'All tools are back.': '所有工具都恢复了。',
  'First a look at the history.': '先看看历史。',
  'Make a workflow that says how long a file is.': '做一个工作流，说明一个文件有多长。',
  'Three calls that belong together. I will write them down as one workflow.':
    '三个相关的调用。我把它们写成一个工作流。',
  'A reference leads nowhere, and I am told before anything runs:\n\n{}\n\nThe step is called read.':
    '有一个引用无效，在执行任何步骤之前就告诉了我：\n\n{}\n\n这一步的名称是 read。',
  'Now I will run it.': '现在运行它。',
  'That file is there after all.': '原来那个文件是存在的。',
  'All three steps. And with a file that is not there?': '三步都完成了。如果文件不存在呢？',
  'It stopped at the first step that failed, said which, and ran none after it:\n\n{}\n\nRun it yourself: State, Workflows.':
    '它在第一个失败的步骤停下，说明了是哪一步，后面的都没有运行：\n\n{}\n\n你也可以自己运行：“状态”中的“工作流”。',
};
