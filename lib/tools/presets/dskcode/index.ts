import type { Preset, PresetInput } from '../preset';
import { behaviour } from './behaviour';
import { fetchAsDescribed } from './fetch-page';
import { READ_FILE } from './read-file';
import type { ToolResult } from '@/lib/protocol';
import { absolutePath } from '../../files';
import type { ToolContext } from '../../tool';
import { firstChangedLine } from '../changed-lines';

const PATH = { path: 'file_path' };
const TEXTS = { old_text: 'old_string', new_text: 'new_string' };
const DEADLINE_MS = 30_000;
const FILE = '绝对路径，或相对于当前目录的路径。';

/** A coding assistant's tools: five kinds, a deadline of 30 seconds, a code for every failure, and Chinese texts. */
export const dskcode: Preset = {
  id: 'dskcode',
  title: 'dskcode',
  behaviour,
  track: 'json-schema',
  kinds: ['read', 'edit', 'delete', 'move', 'other'],
  tools: [
    READ_FILE,
    {
      name: 'write_file',
      executor: 'Write',
      fields: PATH,
      without: ['expected_hash'],
      described: { path: `要写入的文件：${FILE}`, content: '文件的全部新内容。' },
      description:
        '创建文件，或替换整个文件，无论之前是否读取过；缺少的目录会自动创建。适用于新文件。只修改文件的一部分时不要用它，请用 edit_file：更简短，' +
        '并且会显示改动。遇到 OUTSIDE_WRITE_ROOTS 时，选择提示中所列目录之内的路径。已有文件的换行符和编码保持不变。',
    },
    {
      name: 'edit_file',
      executor: 'Edit',
      fields: { ...PATH, ...TEXTS },
      without: ['replace_all', 'expected_hash'],
      described: {
        path: `要修改的文件：${FILE}`,
        old_text: '要替换的文本，与文件内容完全一致，不带行号，且只出现一次。',
        new_text: '替换后的文本。',
      },
      description:
        '在文件中精确替换一段文本；它会自己读取该文件。old_text 必须与文件内容完全一致（包括空白），并且只出现一次。不要用它创建文件或替换整个文件，' +
        '请用 write_file。遇到 TEXT_MULTIPLE_MATCHES 时，提供更多上下文；遇到 TEXT_NOT_FOUND 时，与结果中显示的行对照，或用 read_file 读取该文件。',
      tell: tellEdit,
    },
    {
      name: 'bash',
      executor: 'Bash',
      without: ['description', 'run_in_background', 'dangerously_disable_sandbox'],
      described: { command: '要运行的命令，由 bash 在当前目录中执行。`cd` 的效果保留到下一次调用。' },
      own: {
        timeout: {
          type: 'integer',
          minimum: 1,
          maximum: DEADLINE_MS,
          description: `最多运行多少毫秒。默认值和上限均为 ${DEADLINE_MS}。`,
        },
      },
      description:
        '在沙箱中运行一条 bash 命令，并显示其输出和退出码。适用于测试、构建和运行程序。不要用它读取、搜索或修改文件：read_file、grep、glob 和 ' +
        'edit_file 做得更好，并且会显示所做的事。没有网络，也没有可供输入的终端；命令结束后，没有任何程序继续运行。遇到 EXIT_CODE_1 或其他数字时，' +
        '查看输出，修复原因，然后再次运行；遇到 TIMEOUT 时，减少单次工作量。',
    },
    {
      name: 'grep',
      executor: 'Grep',
      without: ['-A', '-B', '-C', '-n', 'multiline', 'output_mode'],
      described: {
        pattern: '正则表达式，语法与 ripgrep 相同。按字面匹配的字符需要转义，例如 `\\.` 或 `\\(`。',
        path: '要搜索的文件或目录。默认为当前目录。',
        glob: '只搜索文件名或路径匹配的文件，例如 `*.ts` 或 `!*.test.ts`。',
        type: '只搜索某一类文件，名称与 ripgrep 相同：`ts`、`js`、`py`、`md` 等。',
        '-i': '忽略大小写。默认不忽略。',
        head_limit: '最多显示多少行。默认 100。',
      },
      description:
        '用正则表达式搜索文件内容，逐行列出匹配之处。适用于查找某个名称在哪里定义或使用，一轮中可以搜索多次。不要用它按名称查找文件（请用 glob），' +
        '也不要用它查看已知的文件（请用 read_file）。.gitignore 所列的文件、二进制文件和未由 path 直接指定的超过 10 MB 的文件会被跳过。' +
        '匹配太多时，用 path、glob 或 type 缩小范围；遇到 INVALID_ARGS 时，转义 pattern 中的特殊字符。',
      read: (input) => ({ ...input, output_mode: 'content' }),
      tell: tellMatches,
    },
    {
      name: 'glob',
      executor: 'Glob',
      described: {
        pattern: '通配模式，例如 `src/**/*.ts`，与该目录之下的路径匹配。',
        path: '要查找的目录。默认为当前目录。',
      },
      description:
        '按名称查找文件，列出其绝对路径，最近修改的在前。.gitignore 所列的文件不会列出。适用于了解项目结构。不要用它查看文件内容（请用 grep）。' +
        '没有找到时，请换用更宽的模式，例如 `**/*cart*`。',
    },
    {
      name: 'fetch',
      executor: 'WebFetch',
      without: ['prompt'],
      described: { url: '网页的地址。`http` 会改为 `https`。' },
      description:
        '读取一个公开的网页并显示其文本；由服务器获取，并转换为 Markdown。适用于已知地址的网页。不要用它读取沙箱中的文件（请用 read_file）或私有网络的' +
        '地址。遇到 URL_REFUSED 或 READ_ERROR 时，换一个地址；如果网页已移到另一个主机，请用提示中的地址再次调用。',
      read: (input) => ({ ...input, prompt: 'The whole page.' }),
      before: fetchAsDescribed,
    },
    {
      name: 'ls',
      executor: 'Ls',
      described: { path: '要列出的目录。默认为当前目录。' },
      description:
        '列出一个目录的直接内容，子目录在前，也包括隐藏的和被忽略的文件。适用于查看某处有什么。不要用它在整个项目中查找文件（请用 glob）或查看文件内容（请用 read_file）。' +
        '遇到 NOT_DIRECTORY 时，指定该文件所在的目录。',
    },
    { ...READ_FILE, name: 'read_file_zod', track: 'zod' },
  ],
};

/** Describes an edit in three lines for the model and in one for people. */
function tellEdit(result: ToolResult, { file_path }: PresetInput, context: ToolContext): ToolResult {
  const { language = 'en', sandbox } = context;
  const { diff } = result;
  if (!result.success || !diff || !sandbox) return result;
  const path = absolutePath({ ...context, sandbox }, String(file_path));
  const line = firstChangedLine(diff.patch);
  const { added, removed } = diff;
  const text =
    language === 'zh'
      ? `文件已编辑：${path}\n替换位置：第 ${line} 行\n变更：${added} +/ ${removed} -`
      : `File edited: ${path}\nReplacement location: Line ${line}\nChanges: ${added} +/ ${removed} -`;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    ...result,
    text,
    summary: `📝 ${language === 'zh' ? '已修改' : 'Modified'}: ${name} (+${added} -${removed})`,
  };
}

/** A matching line in ripgrep's format. */
const MATCH = /^(.+?):(\d+):(.*)$/;

/** Lists matches with numbers, `1. src/a.ts:12 → const foo = bar`; the rest of the result stays below. */
function tellMatches(result: ToolResult, _input: PresetInput, { language }: ToolContext): ToolResult {
  const matches = result.details?.matches;
  if (!result.success || typeof matches !== 'number' || matches === 0) return result;
  const lines = result.text.split('\n').map((line, index) => {
    const [, path, number, text] = MATCH.exec(line) ?? [];
    return path === undefined ? line : `${index + 1}. ${path}:${number} → ${text}`;
  });
  const english = `Found ${matches} ${matches === 1 ? 'match' : 'matches'}:`;
  return { ...result, text: [language === 'zh' ? `找到 ${matches} 处匹配：` : english, ...lines].join('\n') };
}
