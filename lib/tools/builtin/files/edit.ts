import { z } from 'zod';
import { defineTool } from '../../define-tool';
import type { FileContext } from '../../files';
import { failed, ok, type Outcome } from '../../result';
import { openForChange } from './change-file';
import { expectedHash } from './expected-hash';
import { fileTexts } from './file-texts';
import { folderRule, pathSubject } from './path-subject';
import { plannedChange, type ChangePlan } from './planned-change';
import { replaceText } from './replace-text';

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
  capabilities: ['sandbox'],
  input,
  supportsInputStreaming: true,
  titleFor: ({ file_path }) => `Edit ${file_path}`,
  ruleSubject: ({ file_path }, context) => pathSubject(context, file_path),
  suggestRule: ({ file_path }, context) => folderRule('Edit', file_path, context),
  ...plannedChange(planEdit, ({ file_path }, { lines }, changed, context) =>
    fileTexts(context).edited(file_path, lines, changed),
  ),
});

interface EditPlan extends ChangePlan {
  /** The changed lines, from 1. */
  readonly lines: readonly number[];
}

async function planEdit(context: FileContext, call: Input): Promise<Outcome<EditPlan>> {
  const { file_path, old_string, new_string, replace_all = false } = call;
  if (old_string === new_string) {
    return failed('NO_CHANGE', fileTexts(context).same);
  }
  const opened = await openForChange(context, file_path, call.expected_hash);
  if (!opened.ok) return opened;
  const { file } = opened.value;
  if (!file) return failed('NOT_FOUND', fileTexts(context).missingToChange(file_path));
  const replaced = replaceText(
    file.text,
    {
      given: file_path,
      old: old_string,
      new: new_string,
      all: replace_all,
    },
    context,
  );
  return replaced.ok ? ok({ target: opened.value, ...replaced.value }) : replaced;
}
