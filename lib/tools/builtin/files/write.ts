import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { type FileContext, linesOf } from '../../files';
import { failure, ok, type Outcome } from '../../result';
import { openForChange } from './change-file';
import { expectedHash } from './expected-hash';
import { usesCrlf, withLineEnds } from './line-endings';
import { fileTexts } from './file-texts';
import { folderRule, pathSubject } from './path-subject';
import { plannedChange, type ChangePlan } from './planned-change';

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
  capabilities: ['sandbox'],
  input,
  supportsInputStreaming: true,
  titleFor: ({ file_path }) => `Write ${file_path}`,
  ruleSubject: ({ file_path }, context) => pathSubject(context, file_path),
  suggestRule: ({ file_path }, context) => folderRule('Write', file_path, context),
  ...plannedChange(planWrite, ({ file_path }, { target, text }, changed, context) =>
    fileTexts(context).written(file_path, target.file !== undefined, linesOf(text).length, changed),
  ),
});

async function planWrite(context: FileContext, call: Input): Promise<Outcome<ChangePlan>> {
  const opened = await openForChange(context, call.file_path, call.expected_hash);
  if (!opened.ok) return opened;
  const target = opened.value;
  const { file } = target;
  const text = file && usesCrlf(file.text) ? withLineEnds(call.content, true) : call.content;
  if (file?.text === text) {
    return { ok: false, failure: failure('NO_CHANGE', fileTexts(context).unchanged(call.file_path)) };
  }
  return ok({ target, text });
}
