import type { Language, ValidationIssue } from '@/lib/protocol';
import type { PresetInput, PresetTool } from '../preset';

const line = (description: string) => ({ type: 'integer', minimum: 1, description });

/** Reads from one line to another; ours takes a first line and a number of lines. */
export const READ_FILE: PresetTool = {
  name: 'read_file',
  executor: 'Read',
  fields: { path: 'file_path', startLine: 'offset' },
  without: ['limit'],
  described: { path: '要读取的文件：绝对路径，或相对于当前目录的路径。' },
  own: {
    startLine: line('从第几行开始读取，第一行为 1。默认为 1。'),
    endLine: line('读取到第几行为止，第一行为 1。默认共读取 2,000 行。'),
  },
  description:
    '读取文件，并像 `cat -n` 那样给每一行标上行号。适用于查看源代码、配置文件等文本，一轮中可以读取多个文件。不要在命令中用 cat 读取文件，' +
    '请用 read_file；不要用它查看目录（请用 ls），也不要用它在许多文件中查找内容（请用 grep）。文件太长时，用 startLine 和 endLine 继续读取。' +
    '遇到 READ_ERROR 时，用 glob 查找该文件。行号及其后的制表符不属于文件内容。',
  check: endBeforeStart,
  read({ endLine, ...input }) {
    const { offset = 1 } = input;
    return typeof endLine === 'number' && typeof offset === 'number'
      ? { ...input, limit: Math.trunc(endLine) - Math.trunc(offset) + 1 }
      : input;
  },
};

function endBeforeStart({ startLine = 1, endLine }: PresetInput, language: Language): readonly ValidationIssue[] {
  if (typeof endLine !== 'number' || typeof startLine !== 'number') return [];
  if (Math.trunc(endLine) >= Math.trunc(startLine)) return [];
  const message =
    language === 'zh'
      ? `请将 \`endLine\` 设为不小于 \`startLine\`（${startLine}）的值。`
      : `Set \`endLine\` to at least \`startLine\` (${startLine}).`;
  return [{ path: '$.endLine', expected: `>= ${startLine}`, received: String(endLine), message }];
}
