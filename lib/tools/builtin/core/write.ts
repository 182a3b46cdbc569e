import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { needSandbox, type FileContext } from '../../needs';
import { failure, ok, type Outcome } from '../../result';
import { commitChange, describeChange, openForChange, type Target } from '../files/change-file';
import { expectedHash } from '../files/expected-hash';
import { counts, summarise } from '../files/file-diff';
import { usesCrlf, withLineEnds } from '../files/line-endings';
import { linesOf } from '../files/line-numbers';
import { folderRule, pathSubject } from '../files/path-subject';

const input = z.strictObject({
  file_path: z.string().min(1).describe('The file to write: absolute, or relative to the current folder.'),
  content: z.string().describe('The whole content of the file.'),
  expected_hash: expectedHash,
});
type Input = z.infer<typeof input>;

export const write = defineTool({
  name: 'Write',
  description:
    'Creates a file, or replaces the whole of one; missing folders are created. Use it for new files. To change a part ' +
    'of a file do not use it, use Edit: it is shorter and shows what changed. An existing file must have been read in ' +
    'this conversation: after FILE_NOT_READ or STALE_FILE read it, then write again. Line ends and encoding of an ' +
    'existing file are kept.',
  kind: 'edit',
  category: 'filesystem',
  source: 'builtin',
  input,
  supportsInputStreaming: true,
  titleFor: ({ file_path }) => `Write ${file_path}`,
  ruleSubject: ({ file_path }, context) => pathSubject(context, file_path),
  suggestRule: ({ file_path }, context) => folderRule('Write', file_path, context),
  async preview(call, toolContext) {
    const context = needSandbox(toolContext);
    if (!context.ok) return undefined;
    const plan = await planWrite(context.value, call);
    return plan.ok ? describeChange(context.value, plan.value.target, plan.value.text) : undefined;
  },
  async execute(call, toolContext) {
    const context = needSandbox(toolContext);
    if (!context.ok) return context.failure;
    const plan = await planWrite(context.value, call);
    if (!plan.ok) return plan.failure;
    const { target, text } = plan.value;
    const done = await commitChange(context.value, target, text);
    if (!done.ok) return done.failure;
    const diff = done.value;
    const verb = target.file ? 'Replaced' : 'Created';
    return {
      text: `${verb} ${call.file_path}: ${linesOf(text).length} lines (${counts(diff)}).`,
      summary: summarise(diff),
      diff,
    };
  },
});

async function planWrite(context: FileContext, call: Input): Promise<Outcome<{ target: Target; text: string }>> {
  const opened = await openForChange(context, call.file_path, call.expected_hash);
  if (!opened.ok) return opened;
  const target = opened.value;
  const { file } = target;
  const text = file && usesCrlf(file.text) ? withLineEnds(call.content, true) : call.content;
  if (file?.text === text) {
    return { ok: false, failure: failure('NO_CHANGE', `${call.file_path} already has exactly this content.`) };
  }
  return ok({ target, text });
}
