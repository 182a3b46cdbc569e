/** Scenarios that read, edit and test the files of a project. */
export const FILES: Readonly<Record<string, string>> = {
  'The cart test is red. Find out why and fix it.': '购物车的测试是红的。找出原因并修复它。',
  'First: what the tests expect, the code they test, and the helper it uses. The three reads do not depend on each other.':
    '先看测试期望什么、测的是什么、用到了哪个辅助函数。三次读取互不依赖。',
  "I'll look at the test, the code it covers, and the helper that code uses.":
    '我来看测试、它覆盖的代码，以及这段代码用到的辅助函数。',
  'Run the tests': '运行测试',
  'The tests are red: `lineTotal` adds the rate, 0.07, to the cents instead of multiplying by it. I will change that line.':
    '测试是红的：`lineTotal` 把税率 0.07 直接加到金额（分）上，而不是相乘。我来修改这一行。',
  'net is an amount and rate is a fraction, so net + rate makes no sense. It has to be net * (1 + rate), rounded to cents.':
    'net 是金额，rate 是比例，net + rate 没有意义。应该是 net * (1 + rate)，再舍入到分。',
  'The field is called `file_path`, not `Path`. Trying again with the right name.':
    '字段名是 `file_path`，不是 `Path`。用正确的名称再来一次。',
  'That line occurs twice in the file, and in `shippingTotal` it is correct: there the rate is a surcharge in cents. I will include the line above it, which occurs only once.':
    '这一行在文件中出现两次，而 `shippingTotal` 里的那一行是对的：那里的 rate 是以分计的附加费。我带上它的上一行，这样就只匹配一处。',
  'The file has to be read again first ({}).': '要先重新读取文件（{}）。',
  'The tests are green.': '测试变绿了。',
  '- **Cause**: `lineTotal` in `src/cart.ts` added the tax rate to the net price. A rate is a fraction, so 600 cents plus 7% came out as 600.07 instead of 642.':
    '- **原因**：`src/cart.ts` 中的 `lineTotal` 把税率加到净价上。税率是比例，所以 600 分加 7% 得到 600.07，而不是 642。',
  '- **Change**: one line, `return round(net * (1 + rate))`. `shippingTotal` ends with the same line and stays as it was: its rate is an amount.':
    '- **改动**：一行，`return round(net * (1 + rate))`。`shippingTotal` 以同样的代码结尾，保持不变：它的 rate 是金额。',
  '- **Along the way**, two calls did not go through, and each answer said how to fix it: a misspelt field, and text that was not unique.':
    '- **过程中**有两个调用没有成功，每次的回复都说明了改法：一次是字段名拼错，一次是文本不唯一。',
  'The outcome of the tests is unknown. They change nothing, so I will run them again.':
    '不知道测试结果如何。测试不会改动任何东西，所以我再运行一次。',
  'I do not know whether the file was changed, so I will look.': '不知道文件是否已被修改。我看一下。',
  'Once more, then.': '那就再来一次。',
  'The edit is in. Now the tests again.': '编辑已完成。再运行一次测试。',
  'Now the tests, to see what fails before I change anything.': '现在运行测试，在修改之前先看哪里是红的。',
  'The tests are green already, so there is nothing to fix.': '测试已经是绿的，没有要修复的内容。',
  'The line I wanted to change is no longer there: somebody got to it first. I will leave the file alone.':
    '我要改的那一行已经不在了：有人先改了。我不动这个文件。',
  'Round the line total, and change nothing else.': '对行合计做舍入，别的都不要改。',
  'First the file.': '先看文件。',
  'The last line of `lineTotal` is wrong. I will replace it.': '`lineTotal` 的最后一行是错的。我来替换它。',
  'It is not unique, and I am told where it occurs:\n\n{}\n\nOne of these two lines is right as it is. Together with the line above it, the text occurs only once.':
    '文本不唯一，结果告诉了我出现的位置：\n\n{}\n\n这两行中有一行本来就是对的。带上它的上一行，文本就只出现一次。',
  'Changed in one place, and the other is as it was. Had the first edit simply taken the first match, it would have been right by luck; had it taken all, it would have broken `shippingTotal`.':
    '改了一处，另一处保持原样。如果第一次编辑直接取第一个匹配，只是碰巧正确；如果全部替换，就会破坏 `shippingTotal`。',
  'The line occurred only once, so the edit was unambiguous.': '这一行只出现一次，所以编辑没有歧义。',
  'Note what the three modules export, in one turn.': '在一轮之内记下这三个模块导出了什么。',
  'Five calls in one turn. Three reads that do not depend on each other, then a write, then a read of what was written.':
    '一轮五个调用：三次互不依赖的读取，然后一次写入，再读取写入的内容。',
  'The timeline shows how they ran: these tools do not keep to the order of the calls.':
    '时间线显示了执行过程：这个预设不保证调用的顺序。',
  '- the last read did **not wait** for the write before it, so it found no file;':
    '- 最后一次读取**没有等待**前面的写入，所以没找到文件；',
  '- the write was made all the same, and its file is there now.': '- 写入照样执行了，文件现在已经存在。',
  'Calls that depend on each other have to be made in two turns here.':
    '在这里，如果一个调用依赖另一个，就要分两轮来做。',
  'The timeline shows how they ran:': '时间线显示了执行过程：',
  '- the three reads **together**, as none of them changes anything,': '- 三次读取**并发**执行，因为都不改动任何内容；',
  '- the write **alone**, after all of them: it is a barrier,': '- 写入在它们全部完成后**单独**执行：它是一道屏障；',
  '- the last read **after** it, so it saw the new file.': '- 最后一次读取在写入**之后**，所以看到了新文件。',
  'Their results came back in the order in which I made the calls, whichever finished first.':
    '结果按我发出调用的顺序返回，与谁先完成无关。',
  'Give the formatting a folder of its own and take the vouchers out.': '给格式化代码单独建一个目录，并移除代金券。',
  'First, what is there, and the files I am going to change.': '先看有哪些内容，以及我要修改的文件。',
  'The formatting gets a folder of its own. Its imports are then one folder further up, in two places.':
    '面向用户的文字移到单独的目录。这样一来，有两处导入要再往上一级。',
  'The vouchers go: where they are used, their file, and their line in the README.':
    '移除代金券：用到它的地方、它的文件，以及 README 中的那一行。',
  'Now to see whether every import still resolves.': '现在看看各处的引用是否都还有效。',
  'Run the tests of the amounts': '运行金额的测试',
  'The tests are green. One file moved, one is gone, three are changed. Press "5 changed" above the files to see each.':
    '测试是绿的。移动了一个文件，删除了一个，修改了三个。点击文件列表上方的“5 处改动”查看每一处。',
  'Fix the cell that fails.': '修复出错的单元格。',
  'A notebook is read as cells: index, id, source, output and images.':
    'Notebook 按单元格读取：位置、ID、源码、每个单元格的输出和图片。',
  'The last code cell fails: a negative number has no square root. I will fix it, say so above it, and drop the raw cell.':
    '最后一个代码单元格出错：负数没有平方根。我来修复它，在上方加以说明，并删除 raw 单元格。',
  'And this is how it reads now.': '再看现在的内容。',
  'Three cells are changed, and the file differs in their lines only: metadata, outputs and pictures are as they were. Nothing here runs a notebook, so the old error stays in its output until somebody does.':
    '改了三个单元格，文件只有这些行不同：元数据、输出和图片保持原样。这里不会运行 Notebook，所以旧的错误会留在输出中，直到有人运行它。',
  'taxRate gives a share. Call it taxShare everywhere.': 'taxRate 返回的是比例。把它统一改名为 taxShare。',
  'Where is it used? Not where the text occurs, but where the function is meant.':
    '它在哪里被使用？不是字面上出现的地方，而是真正引用它的地方。',
  'It is used in {} files. I will read them all.': '有 {} 个文件用到它。我全部读取。',
  'First, where it is defined.': '先改定义处。',
  'What does that break?': '这会破坏什么？',
  'And now?': '现在呢？',
  'As expected: the files that import it ask for a name that is gone.':
    '和预期一样：导入它的地方引用了一个不存在的名称。',
  '`{}` is `{}` in {} files, and TypeScript finds nothing wrong with any of them.':
    '`{}` 已改名为 `{}`，涉及 {} 个文件，TypeScript 没有发现任何错误。',
};
