import type { ToolResult } from '@/lib/protocol';
import { absolutePath } from '../../paths';
import type { ToolContext } from '../../tool';
import { firstChangedLine } from '../changed-lines';
import type { PresetInput } from '../preset';

/** Describes an edit in three lines for the model and in one for people. */
export function tellEdit(result: ToolResult, { file_path }: PresetInput, context: ToolContext): ToolResult {
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
