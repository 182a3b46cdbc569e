import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { needSandbox, type FileContext } from '../../needs';
import { failed, ok, type Outcome } from '../../result';
import { commitChange, describeChange, openForChange, type Target } from '../files/change-file';
import { expectedHash } from '../files/expected-hash';
import { counts, summarise } from '../files/file-diff';
import { folderRule, pathSubject } from '../files/path-subject';
import { replaceText } from '../files/replace-text';

const input = z.strictObject({
  file_path: z.string().min(1).describe('The file to change: absolute, or relative to the current folder.'),
  old_string: z
    .string()
    .min(1)
    .describe('The text to replace, exactly as in the file and without line numbers. It must occur once.'),
  new_string: z.string().describe('The text to put in its place.'),
  replace_all: z.boolean().optional().describe('Replace every occurrence instead of exactly one. Default false.'),
  expected_hash: expectedHash,
});
type Input = z.infer<typeof input>;

export const edit = defineTool({
  name: 'Edit',
  description:
    'Replaces a piece of text in a file. The file must have been read in this conversation. old_string must match ' +
    'exactly, white space included, and occur exactly once. Do not use it to create a file or to replace the whole of ' +
    'one: use Write. After TEXT_MULTIPLE_MATCHES make the call again with more of the lines around it; after ' +
    'TEXT_NOT_FOUND compare with the lines the result shows, or read the file again.',
  kind: 'edit',
  category: 'filesystem',
  source: 'builtin',
  input,
  supportsInputStreaming: true,
  titleFor: ({ file_path }) => `Edit ${file_path}`,
  ruleSubject: ({ file_path }, context) => pathSubject(context, file_path),
  suggestRule: ({ file_path }, context) => folderRule('Edit', file_path, context),
  async preview(call, toolContext) {
    const context = needSandbox(toolContext);
    if (!context.ok) return undefined;
    const plan = await planEdit(context.value, call);
    return plan.ok ? describeChange(context.value, plan.value.target, plan.value.text) : undefined;
  },
  async execute(call, toolContext) {
    const context = needSandbox(toolContext);
    if (!context.ok) return context.failure;
    const plan = await planEdit(context.value, call);
    if (!plan.ok) return plan.failure;
    const { target, text, lines } = plan.value;
    const done = await commitChange(context.value, target, text);
    if (!done.ok) return done.failure;
    const diff = done.value;
    const where =
      lines.length === 1 ? `at line ${lines[0]}` : `in ${lines.length} places, at lines ${lines.join(', ')}`;
    return { text: `Edited ${call.file_path} ${where} (${counts(diff)}).`, summary: summarise(diff), diff };
  },
});

interface Plan {
  target: Target;
  text: string;
  /** Where it changes, from 1. */
  lines: readonly number[];
}

async function planEdit(context: FileContext, call: Input): Promise<Outcome<Plan>> {
  const { file_path, old_string, new_string, replace_all = false } = call;
  if (old_string === new_string) {
    return failed('NO_CHANGE', 'old_string and new_string are the same, so there is nothing to do.');
  }
  const opened = await openForChange(context, file_path, call.expected_hash);
  if (!opened.ok) return opened;
  const { file } = opened.value;
  if (!file) return failed('NOT_FOUND', `${file_path} does not exist. Look for it with Glob, or create it with Write.`);
  const replaced = replaceText(file.text, { given: file_path, old: old_string, new: new_string, all: replace_all });
  return replaced.ok ? ok({ target: opened.value, ...replaced.value }) : replaced;
}
