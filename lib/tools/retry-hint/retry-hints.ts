import type { ErrorCode, Language, ToolResult } from '@/lib/protocol';
import type { Names } from '../system';

/** What kind of retry helps. */
export type Retry = 'correct' | 're-read' | 'add-context' | 'wait' | 'once-more' | 'other-way' | 'none';

/** One sentence: fixed by the code, or made from the rest of the result. */
type Sentence = string | ((result: ToolResult, names: Names) => string);

export interface RetryHint {
  readonly retry: Retry;
  readonly say: Readonly<Record<Language, Sentence>>;
}

/** The hint for each error code. */
export const RETRY_HINTS: Readonly<Record<ErrorCode, RetryHint>> = {
  TOOL_NOT_FOUND: {
    retry: 'correct',
    say: { en: 'call a tool that exists, by its exact name.', zh: '请使用现有工具的准确名称再次调用。' },
  },
  INVALID_ARGS: {
    retry: 'correct',
    say: {
      en: ({ issues }) =>
        `correct ${places(issues, 'the arguments', ' and ')}, keep the rest as it is, and make the call again.`,
      zh: ({ issues }) => `请改正 ${places(issues, '参数', '、')}，其余保持不变，然后再次调用。`,
    },
  },
  INVALID_JSON: {
    retry: 'correct',
    say: { en: 'send the same arguments again as one JSON object.', zh: '请将相同的参数作为一个 JSON 对象重新发送。' },
  },
  PARTIAL_JSON: {
    retry: 'correct',
    say: {
      en: 'send the call again, whole; split long content over several calls.',
      zh: '请重新发送完整的调用；内容较长时分成多次调用。',
    },
  },
  INVALID_OUTPUT: {
    retry: 'none',
    say: {
      en: 'do not retry: the fault is in the tool. Look at what it did before you go on.',
      zh: '不要重试：问题出在工具本身。继续之前先查看它产生的效果。',
    },
  },
  EXECUTION_ERROR: {
    retry: 'other-way',
    say: {
      en: 'do not repeat it unchanged; change what the message names, or go another way.',
      zh: '不要原样重试；请修改提示中指出的内容，或换一种方法。',
    },
  },
  GATE_DENIED: {
    retry: 'none',
    say: {
      en: 'do not retry, and do not reach the same by other means.',
      zh: '不要重试，也不要用其他方式达到同样的目的。',
    },
  },
  HOOK_BLOCKED: {
    retry: 'other-way',
    say: {
      en: 'do not repeat it unchanged; respect the reason given.',
      zh: '不要原样重试；请遵循给出的理由。',
    },
  },
  RATE_LIMITED: {
    retry: 'wait',
    say: {
      en: (result) => `wait ${secondsLeft(result)} s, then make the same call again.`,
      zh: (result) => `请等待 ${secondsLeft(result)} 秒，然后再次发出相同的调用。`,
    },
  },
  TIMEOUT: {
    retry: 'once-more',
    say: {
      en: 'try once more with less work at a time, or with more time if the tool has a field for it.',
      zh: '请再试一次：减少单次工作量，或在工具支持时给更多时间。',
    },
  },
  ABORTED: {
    retry: 'none',
    say: { en: 'do not make this call again unless you are asked to.', zh: '除非被要求，不要再次发出此调用。' },
  },
  STORE_UNAVAILABLE: {
    retry: 'once-more',
    say: { en: 'try once more in a moment; if it stays so, say so.', zh: '请稍后再试一次；若仍然如此，请如实说明。' },
  },
  READ_ERROR: {
    retry: 're-read',
    say: {
      en: (_result, { tool }) => `check the path${by('en', tool('Glob'))}, then read it again.`,
      zh: (_result, { tool }) => `请先${by('zh', tool('Glob'))}确认路径，然后再读取。`,
    },
  },
  WRITE_ERROR: {
    retry: 'other-way',
    say: {
      en: 'check that the folder can be written to, or write to another path.',
      zh: '请确认该目录可写，或写入其他路径。',
    },
  },
  NOT_FOUND: {
    retry: 'correct',
    say: { en: 'find the right name, then call with that.', zh: '请先找到正确的名称，再调用。' },
  },
  IS_DIRECTORY: {
    retry: 'correct',
    say: {
      en: (_result, { tool }) => `name a file in it; list it${by('en', tool('Glob'))} if you do not know one.`,
      zh: (_result, { tool }) => `请指定其中的文件；若不清楚，先${by('zh', tool('Glob'))}列出。`,
    },
  },
  NOT_DIRECTORY: {
    retry: 'correct',
    say: { en: 'name the folder, not a file in it.', zh: '请指定目录，而不是其中的文件。' },
  },
  FILE_TOO_LARGE: {
    retry: 'other-way',
    say: {
      en: (_result, { tool }) => `read a part of it, or search it${by('en', tool('Grep'))}.`,
      zh: (_result, { tool }) => `请只读取一部分，或${by('zh', tool('Grep'))}搜索。`,
    },
  },
  BINARY_FILE: {
    retry: 'none',
    say: { en: 'do not retry: it holds no text.', zh: '不要重试：该文件不是文本。' },
  },
  TEXT_NOT_FOUND: {
    retry: 're-read',
    say: {
      en: 're-read the file and copy the text exactly, with its indentation.',
      zh: '请重新读取文件，并准确复制原文，包括缩进。',
    },
  },
  TEXT_MULTIPLE_MATCHES: {
    retry: 'add-context',
    say: {
      en: (_result, names) =>
        `add lines around the text until it stands there once${replacesAll(names) ? ', or replace all of them' : ''}.`,
      zh: (_result, names) => `请加入前后的行，使该文本唯一${replacesAll(names) ? '，或替换全部匹配' : ''}。`,
    },
  },
  NO_CHANGE: {
    retry: 'none',
    say: { en: 'do not retry: it is already so.', zh: '不要重试：内容已经如此。' },
  },
  FILE_NOT_READ: {
    retry: 're-read',
    say: { en: 'read the file, then make the same call again.', zh: '请先读取该文件，然后再次发出相同的调用。' },
  },
  STALE_FILE: {
    retry: 're-read',
    say: {
      en: 're-read the file, fit the change to what it says now, then make the call.',
      zh: '请重新读取文件，按其现状调整修改，然后再调用。',
    },
  },
  RANGE_INVALID: {
    retry: 're-read',
    say: { en: 're-read the file and take line numbers that exist.', zh: '请重新读取文件，并使用存在的行号。' },
  },
  OUTSIDE_WRITE_ROOTS: {
    retry: 'correct',
    say: { en: 'choose a path inside the folders named above.', zh: '请选择上述目录之内的路径。' },
  },
  BLACKLIST_DENIED: {
    retry: 'none',
    say: { en: 'do not retry in any form.', zh: '不要以任何形式重试。' },
  },
  EXIT_CODE: {
    retry: 'other-way',
    say: {
      en: 'read the output, fix the cause, then run it again.',
      zh: '请查看输出，修复原因，然后再次运行。',
    },
  },
  SERVER_ERROR: {
    retry: 'once-more',
    say: { en: 'try once more; if it fails again, go another way.', zh: '请再试一次；若仍失败，换一种方法。' },
  },
  NETWORK_ERROR: {
    retry: 'once-more',
    say: { en: 'try once more; if it fails again, do without.', zh: '请再试一次；若仍失败，请不依赖网络继续。' },
  },
  URL_REFUSED: {
    retry: 'none',
    say: { en: 'do not retry this address; use a public one.', zh: '不要重试此地址；请使用公开的地址。' },
  },
  UNSUPPORTED: {
    retry: 'other-way',
    say: { en: 'leave out what is not supported, or go another way.', zh: '请去掉不支持的部分，或换一种方法。' },
  },
  LOOP_DETECTED: {
    retry: 'other-way',
    say: { en: 'stop repeating yourself; try something of another kind.', zh: '不要再重复；请尝试不同的做法。' },
  },
  BUDGET_EXCEEDED: {
    retry: 'none',
    say: { en: 'sum up what is done and what is left, and stop.', zh: '请总结已完成和未完成的内容，然后停止。' },
  },
};

const secondsLeft = ({ details }: ToolResult): number =>
  typeof details?.retryAfterMs === 'number' ? Math.ceil(details.retryAfterMs / 1000) : 60;

const replacesAll = ({ field }: Names): boolean => field('Edit', 'replace_all') !== undefined;

/** "With" the given tools, omitting missing ones; empty if none is left. */
function by(language: Language, ...tools: readonly (string | undefined)[]): string {
  const known = [...new Set(tools.filter((name) => name !== undefined))];
  if (known.length === 0) return '';
  return language === 'en' ? ` with ${known.join(' or ')}` : `用 ${known.join(' 或 ')} `;
}
/** For a call to an outside system that may or may not have been carried out. */
export const OUTCOME_UNKNOWN: RetryHint = {
  retry: 'none',
  say: {
    en: 'do not retry: whether it was carried out is not known. Look at its effect, or ask the person.',
    zh: '不要重试：无法确定它是否已执行。请先查看其效果，或询问用户。',
  },
};

/** Maximum fields named in one line. */
const NAMED = 3;

function places(issues: ToolResult['issues'], unnamed: string, and: string): string {
  const paths = [...new Set(issues?.map(({ path }) => path))].filter((path) => path !== '$');
  if (paths.length === 0) return unnamed;
  return paths.length > NAMED ? `${paths.slice(0, NAMED).join(', ')}, …` : paths.join(and);
}
