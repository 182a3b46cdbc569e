/** Lint's texts by their English. `{0}` and so on stand for variable parts. */
export const LINT: readonly (readonly [en: string, zh: string])[] = [
  ['`no_cache: false` has to be read twice, by models as well.', '`no_cache: false` 这样的双重否定，模型也要读两遍。'],
  ['"{0}" is a negation: name what true switches on.', '“{0}”是否定名：请以 true 所开启的内容来命名。'],
  [
    'Both on is a call that means nothing. One field with the choices cannot say it.',
    '两者同时为真的调用毫无意义；换成一个列出选项的字段就不会出现。',
  ],
  [
    '"{0}" and "{1}" exclude each other: make them one field with choices.',
    '“{0}”与“{1}”互斥：请合并为一个带选项的字段。',
  ],
  [
    'The model has to send something it was told nothing of. OpenAI refuses such a schema.',
    '模型必须发送它一无所知的内容；OpenAI 拒绝这样的 schema。',
  ],
  ['"{0}" is required, but not among the fields.', '“{0}”是必填的，却不在字段之中。'],
  ['Do not require "{0}"', '不再要求“{0}”'],
  [
    'The default is never used: the call is refused without the field. Some generators list such fields by mistake.',
    '默认值永远用不上：缺少该字段的调用会被拒绝。有些生成器会误列这类字段。',
  ],
  ['"{0}" has a default and is required all the same.', '“{0}”有默认值，却仍是必填的。'],
  ['Models copy examples. A call like the example fails.', '模型会照抄示例，而照此发出的调用会失败。'],
  ['The schema refuses it: expected {0}, received {1}.', 'schema 自己就拒绝它：应为 {0}，收到 {1}。'],
  ['Remove the default', '删除默认值'],
  ['Its description is all that a model knows of a tool.', '模型对工具的了解全部来自描述。'],
  [
    'The tool has no description. Say what it does, when to use it and when not to.',
    '工具没有描述。请说明它做什么、何时使用、何时不用。',
  ],
  [
    'A model cannot tell from `Gets the user` what comes back, of which users, and what it costs.',
    '从 `Gets the user` 看不出返回什么、针对哪些用户、代价如何。',
  ],
  [
    'The description adds nothing to the name. Say what comes back, what it is for, and its limits.',
    '描述没有比名称多说什么。请说明返回什么、用途和限制。',
  ],
  [
    'Where two tools could do, the model needs to be told which. `Do not use it for …: use …` settles it.',
    '两个工具都能用时，需要告诉模型选哪个。`Do not use it for …: use …` 即可说清。',
  ],
  [
    'Say when not to use it, and what to use then: "Do not use it for …: use …".',
    '请说明何时不用它、那时该用什么：“Do not use it for …: use …”。',
  ],
  [
    "OpenAI's API refuses longer ones, and every request pays for them.",
    'OpenAI 的 API 拒绝更长的描述，而且每次请求都要为它付费。',
  ],
  [
    'The description has {0} characters; some providers refuse more than {1}. Move examples into the fields.',
    '描述有 {0} 个字符，部分服务商拒绝超过 {1} 个的描述。请把示例移到字段中。',
  ],
  [
    'A description is read as instructions. What a person would not agree to may be hidden in it: tool poisoning.',
    '描述会被当作指令来读，其中可能藏着人不会同意的内容，即工具投毒。',
  ],
  ['The text holds characters that nobody sees. Take them out.', '文本含有看不见的字符，请删除。'],
  [
    '"{0}" orders the model about. Say what the tool does, and nothing else.',
    '“{0}”是在对模型下命令。请只说明工具做什么。',
  ],
  ['Clients run tools that only read without asking, and side by side.', '客户端会不经询问、并行地运行只读工具。'],
  ['readOnlyHint is true, but a call changed {0}.', 'readOnlyHint 为 true，但有一次调用改动了 {0}。'],
  ['readOnlyHint is true, but its name says "{0}".', 'readOnlyHint 为 true，但名称中有“{0}”。'],
  ['readOnlyHint is true, but its description says "{0}".', 'readOnlyHint 为 true，但描述中有“{0}”。'],
  ['Set readOnlyHint to false', '将 readOnlyHint 设为 false'],
  [
    'A client asks a person before it runs a destructive tool, if it knows; a model is more careful, if it is told.',
    '客户端知道工具有破坏性才会先询问人；模型被告知后也会更谨慎。',
  ],
  ['destructiveHint is false, but the name says "{0}".', 'destructiveHint 为 false，但名称中有“{0}”。'],
  ['Set destructiveHint to true', '将 destructiveHint 设为 true'],
  [
    'The tool can {0} things. Say what is lost, and whether it can be undone; set destructiveHint.',
    '该工具会执行“{0}”。请说明会失去什么、能否撤销，并设置 destructiveHint。',
  ],
  [
    'A model that takes a tool for a look-up calls it to find something out, and sends the mail.',
    '模型若以为它只是查询，想查点什么就会调用它，结果邮件就发出去了。',
  ],
  [
    'The name says "{0}", the description names no change. Say what it changes.',
    '名称中有“{0}”，描述却没有提到任何改动。请说明它会改变什么。',
  ],
  [
    'What a field means, its form and its default are guessed where they are not said.',
    '字段的含义、格式和默认值若不说明，模型只能猜。',
  ],
  ['"{0}" has no description. Say what it is, with an example.', '“{0}”没有描述。请说明它是什么，并举一例。'],
  [
    'Providers cannot hold a model to a type that is not given, and your code gets whatever comes.',
    '没有给出类型，服务商就无法约束模型，你的代码会收到任何东西。',
  ],
  ['"{0}" has no type. Give it one.', '“{0}”没有类型，请指定。'],
  ['The model makes fields up. Strict modes refuse such an object.', '模型会编造字段；strict 模式拒绝这样的对象。'],
  [
    '"{0}" is an object of unknown fields. List them, or say what they are.',
    '“{0}”是字段未知的对象。请列出字段，或说明它们是什么。',
  ],
  ['OpenAI and Gemini refuse a request with such a schema.', 'OpenAI 和 Gemini 会拒绝带有这种 schema 的请求。'],
  ['The list has no `items`. Say what each item is.', '列表没有 `items`。请说明每一项是什么。'],
  [
    'Each field is one more thing to get wrong. Two tools with clear tasks are called more reliably than one with switches.',
    '每多一个字段就多一处可能出错。两个任务清晰的工具比一个带许多开关的工具更可靠。',
  ],
  [
    '{0} fields may be left out. Split the tool, or drop what is rarely used.',
    '有 {0} 个字段可以省略。请拆分工具，或去掉很少用的字段。',
  ],
  [
    'Models invent ids. Take a name that a person would say, or tell which tool gives the id.',
    '模型会编造 id。请改用人会说的名称，或说明由哪个工具给出该 id。',
  ],
  [
    'Say where "{0}" comes from, or take a name instead: models invent ids.',
    '请说明“{0}”从何而来，或改用名称：模型会编造 id。',
  ],
  [
    'OpenAI takes letters, digits, _ and -, 64 at most; Gemini wants a letter or _ first. A whole request is refused for one name.',
    'OpenAI 只接受字母、数字、_ 和 -，最多 64 个；Gemini 要求以字母或 _ 开头。一个名称不符，整个请求都会被拒绝。',
  ],
  [
    'Some providers refuse the name "{0}": use 1 to 64 letters, digits, _ and -, with a letter or _ first.',
    '部分服务商拒绝名称“{0}”：请用 1 到 64 个字母、数字、_ 和 -，并以字母或 _ 开头。',
  ],
  ['Rename to {0}', '改名为 {0}'],
  [
    'Providers refuse a request with two tools of one name, and a client can only call one of them.',
    '服务商拒绝含有同名工具的请求，客户端也只能调用其中之一。',
  ],
  ['Another tool is called "{0}", too: give one of them another name.', '另有一个工具也叫“{0}”：请给其中一个改名。'],
  [
    'A model chooses among tools by their names first; `process_data` fits every task and none.',
    '模型首先按名称选择工具；`process_data` 什么任务都像，又什么都不像。',
  ],
  [
    '"{0}" could be any tool. Name what it does and to what, such as search_orders.',
    '“{0}”可以是任何工具。请说明做什么、对什么做，例如 search_orders。',
  ],
  [
    'A model that has seen `order_id` writes `customer_name` where `customerName` was meant: a misspelt field.',
    '模型见过 `order_id`，就会把 `customerName` 写成 `customer_name`，字段于是拼错。',
  ],
  [
    '"{0}" is {1}; the tool\'s other fields are {2}. Write all in one style.',
    '“{0}”是 {1}，该工具的其他字段是 {2}。请统一风格。',
  ],
  [
    'Models complete the pattern that they see: a tool outside of it is called by a name that is not there.',
    '模型会沿用所见的命名规律：不合规律的工具会被叫成不存在的名称。',
  ],
  ['"{0}" is {1}; the other tools are {2}. Name all in one style.', '“{0}”是 {1}，其他工具是 {2}。请统一命名风格。'],
  [
    'A model takes the wrong one of `get_user` and `fetchUser`, and cannot know better.',
    '在 `get_user` 和 `fetchUser` 之间，模型难免选错。',
  ],
  [
    '"{0}" and "{1}" mean the same. Make them one tool, or name the difference.',
    '“{0}”与“{1}”含义相同。请合并为一个工具，或在名称中体现区别。',
  ],
  [
    'A model chooses by the description: where two say the same, it draws lots.',
    '模型按描述选择：两个描述相同，就只能碰运气。',
  ],
  ['The description says the same as that of "{0}". Say what is different.', '描述与“{0}”的相同。请说明有何不同。'],
  [
    'Arguments are an object: MCP and every provider refuse other roots.',
    '参数是对象：MCP 和所有服务商都拒绝其他类型的根。',
  ],
  ['The root of the input schema has to be of type object.', '输入 schema 的根必须是 object 类型。'],
  ['Set its type to object', '将类型设为 object'],
  [
    'Anthropic and OpenAI refuse anyOf, oneOf and allOf there.',
    'Anthropic 和 OpenAI 不接受根上的 anyOf、oneOf 和 allOf。',
  ],
  [
    'Providers refuse {0} at the root. Make one tool of each alternative, or put it into a field.',
    '服务商拒绝根上的 {0}。请把每种情况做成一个工具，或放进一个字段。',
  ],
  [
    'A misspelt field is dropped without a word, and the call does something else. Strict modes want closed objects.',
    '拼错的字段会被悄悄丢弃，调用就成了另一回事；strict 模式要求封闭的对象。',
  ],
  [
    'Unknown fields are taken and dropped. Refuse them: `additionalProperties: false`.',
    '未知字段会被接收后丢弃。请拒绝它们：`additionalProperties: false`。',
  ],
  ['Refuse unknown fields', '拒绝未知字段'],
  [
    'Without strict mode nothing holds the model to the schema while it writes. Bounds are not counted: SDKs put them into words.',
    '没有 strict 模式，模型书写时就不受 schema 约束。上下限不计在内：SDK 会把它们写进描述。',
  ],
  [
    'Strict modes refuse `{0}`. Say it in the description, or check it in the tool.',
    'strict 模式拒绝 `{0}`。请写进描述，或在工具中检查。',
  ],
  [
    '`parameters` of a Gemini function is a part of OpenAPI 3: other keywords are refused. `parametersJsonSchema` takes more.',
    'Gemini 函数的 `parameters` 是 OpenAPI 3 的一部分，其他关键字会被拒绝；`parametersJsonSchema` 接受得更多。',
  ],
  ["Gemini's `parameters` has no `{0}`.", 'Gemini 的 `parameters` 没有 `{0}`。'],
  ["Gemini's `parameters` takes one type only.", 'Gemini 的 `parameters` 只接受一种类型。'],
  ["Gemini's `parameters` takes strings only in an enum.", 'Gemini 的 `parameters` 中 enum 只接受字符串。'],
  [
    'OpenAI refuses larger ones in strict mode, and models lose the thread long before.',
    'OpenAI 的 strict 模式拒绝更大的 schema，而模型早就理不清了。',
  ],
  ['This is more than {0} levels deep. Make it flatter.', '嵌套超过 {0} 层，请减少层级。'],
  ['The schema has {0} fields or more.', 'schema 有 {0} 个以上的字段。'],
  [
    'A provider follows no address; the schema means something else than you think, or the request is refused.',
    '服务商不会去取地址：schema 的含义会与你所想的不同，或请求被拒绝。',
  ],
  ['"{0}" leads to nothing here. Put it into $defs.', '“{0}”在此无所指向，请放进 $defs。'],
  [
    'Ids, nulls and brackets cost tokens and hide what matters. Write lines to read; put data in structuredContent.',
    'id、null 和括号耗费 token，又掩盖要点。请写成可读的行，数据放进 structuredContent。',
  ],
  [
    'A result was raw JSON. Say what matters in words a model can go on with.',
    '有一个结果是原始 JSON。请用模型能接着用的话说出要点。',
  ],
  [
    'It crowds everything else out of the context; clients cut it where it hurts.',
    '它会把上下文中的其他内容挤掉，客户端又会在要紧处截断。',
  ],
  ['A result had {0} characters. Page, filter or shorten it.', '有一个结果长达 {0} 个字符。请分页、过滤或缩短。'],
  [
    'It works with ten records and breaks the conversation with ten thousand.',
    '十条记录时没问题，一万条就会毁掉整个对话。',
  ],
  [
    'Nothing limits how much comes back. Add a limit or pages, or say how much it is.',
    '返回多少没有限制。请加上上限或分页，或说明数量。',
  ],
  [
    'Code, tests and models tell one failure from another by a code that stays, not by words that change.',
    '代码、测试和模型靠不变的错误码区分失败，而不是会变的文字。',
  ],
  [
    'A failure had no code. Begin it with one, such as NOT_FOUND.',
    '有一次失败没有错误码。请以错误码开头，例如 NOT_FOUND。',
  ],
  ['A model that is told only that it failed makes the same call again.', '只被告知失败的模型会再发一次同样的调用。'],
  [
    'A failure did not say what to do next. Name the field, what was expected, and the way out.',
    '有一次失败没有说明接下来怎么做。请指出字段、期望的内容和补救办法。',
  ],
  ['Clients check it, and refuse the result of a call that was made.', '客户端会检查它，并拒绝已经执行的调用的结果。'],
  ['A result did not fit: {0}: expected {1}, received {2}.', '有一个结果不符合 schema：{0}：应为 {1}，收到 {2}。'],
  [
    'It is sent with every request: about 2,000 tokens each time, whether the tool is called or not.',
    '它随每次请求发送：无论工具是否被调用，每次约 2,000 个 token。',
  ],
  ['The declaration has {0} characters. Shorten it, or split the tool.', '定义有 {0} 个字符。请缩短，或拆分工具。'],
  [
    'The declaration goes to the provider, into logs and into every conversation.',
    '定义会发给服务商，写进日志，进入每一次对话。',
  ],
  ['This looks like a real secret. Take it out, and revoke it.', '这看起来是真实的密钥。请删除并吊销。'],
  [
    'What a model writes is in the conversation, in logs and at the provider. Let the server hold the key.',
    '模型写的内容会留在对话、日志和服务商处。密钥应由服务器保管。',
  ],
  ['"{0}" has the model send a secret. Let the server hold it.', '“{0}”要模型发送密钥。请由服务器保管。'],
  [
    'A model that may send 1,000,000, 0 or -1 does so one day. A range is checked before your code runs.',
    '模型能发送 1,000,000、0 或 -1，总有一天就会发送。范围会在你的代码运行前检查。',
  ],
  ['"{0}" takes any number. Give it a minimum and a maximum.', '“{0}”接受任意数字。请给出最小值和最大值。'],
  ['Ask for at least 1', '要求至少为 1'],
  ['A timeout of 30 is half a minute, or nothing at all.', '超时 30 可能是半分钟，也可能转瞬即逝。'],
  ['Say in which unit "{0}" is, in its name or description.', '请在名称或描述中说明“{0}”的单位。'],
  [
    'Models send `src/a.ts`, `./src/a.ts` and `/app/src/a.ts` for the same file.',
    '同一个文件，模型会写成 `src/a.ts`、`./src/a.ts` 或 `/app/src/a.ts`。',
  ],
  ['Say whether "{0}" is absolute, or relative to what.', '请说明“{0}”是绝对路径，还是相对于什么的路径。'],
  [
    '`2026-03-01 09:00` is a different moment in every country. RFC 3339 has the offset in it.',
    '`2026-03-01 09:00` 在各国是不同的时刻；RFC 3339 自带时差。',
  ],
  [
    'Say how "{0}" is written and in which time zone: `format: "date-time"` is RFC 3339.',
    '请说明“{0}”的写法和时区：`format: "date-time"` 即 RFC 3339。',
  ],
  ['Ask for RFC 3339', '要求 RFC 3339'],
  [
    'An `enum` is held to while the model writes, and checked before your code runs; a sentence is not.',
    '`enum` 在模型书写时起约束作用，并在你的代码运行前检查；一句话则不会。',
  ],
  ['The description of "{0}" lists its choices. Make them an enum: {1}.', '“{0}”的描述列出了选项。请改为 enum：{1}。'],
  ['Make them an enum', '改为 enum'],
  ['This rule finds {0} more like these.', '此规则还发现 {0} 处同类问题。'],
  ['This rule could not be applied: {0}', '无法应用此规则：{0}'],
];
