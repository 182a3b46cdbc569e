import { z } from 'zod';
import { defineTool } from '../../define-tool';
import type { FileContext } from '../../files';
import { failed, ok, type Outcome } from '../../result';
import { openForChange } from './change-file';
import { fileTexts } from './file-texts';
import { folderRule, pathSubject } from './path-subject';
import { plannedChange, type ChangePlan } from './planned-change';
import { replaceText } from './replace-text';

/** Maximum replacements in one call. */
const MOST_EDITS = 100;

const step = z.strictObject({
  old_string: z
    .string()
    .min(1)
    .describe('The text to replace, exactly as the edits before this one leave it. It must occur once.'),
  new_string: z.string().describe('The text to put in its place.'),
  replace_all: z.boolean().optional().describe('Replace every occurrence instead of exactly one. Default false.'),
});

const input = z.strictObject({
  file_path: z.string().min(1).describe('The file to change: absolute, or relative to the current folder.'),
  edits: z
    .array(step)
    .min(1)
    .max(MOST_EDITS)
    .describe('The replacements, made in this order, each in what the one before it leaves.'),
});
type Input = z.infer<typeof input>;

export const multiEdit = defineTool({
  name: 'MultiEdit',
  description:
    'Replaces several pieces of text in one file, in order: all of them or, if one fails, none. Each follows the rules of ' +
    'Edit, and the file must have been read in this conversation. Do not use it for a single change (use Edit) or to ' +
    'replace the whole of a file (use Write). After TEXT_NOT_FOUND or TEXT_MULTIPLE_MATCHES the result names the edit ' +
    'that failed: fix that one and send all of them again.',
  kind: 'edit',
  category: 'filesystem',
  source: 'builtin',
  capabilities: ['sandbox'],
  input,
  supportsInputStreaming: true,
  titleFor: ({ file_path, edits }) => `Edit ${file_path} in ${edits.length} ${edits.length === 1 ? 'step' : 'steps'}`,
  ruleSubject: ({ file_path }, context) => pathSubject(context, file_path),
  suggestRule: ({ file_path }, context) => folderRule('MultiEdit', file_path, context),
  ...plannedChange(planEdits, ({ file_path, edits }, { places }, changed) => {
    const made = edits.length === 1 ? '1 edit' : `${edits.length} edits`;
    return `Made ${made} of ${file_path}, ${places === 1 ? 'in 1 place' : `in ${places} places`} (${changed}).`;
  }),
});

interface EditsPlan extends ChangePlan {
  /** Number of places where text is replaced. */
  readonly places: number;
}

async function planEdits(context: FileContext, { file_path, edits }: Input): Promise<Outcome<EditsPlan>> {
  const opened = await openForChange(context, file_path, undefined);
  if (!opened.ok) return opened;
  const target = opened.value;
  if (!target.file) {
    return failed('NOT_FOUND', fileTexts(context).missingToChange(file_path));
  }
  let { text } = target.file;
  let places = 0;
  for (const [index, { old_string, new_string, replace_all = false }] of edits.entries()) {
    const replaced = replaceText(
      text,
      {
        given: file_path,
        old: old_string,
        new: new_string,
        all: replace_all,
      },
      context,
    );
    if (!replaced.ok) {
      const { failure } = replaced;
      const which = `Nothing was changed: edit ${index + 1} of ${edits.length} failed.`;
      return { ok: false, failure: { ...failure, text: `${which} ${failure.text}` } };
    }
    ({ text } = replaced.value);
    places += replaced.value.lines.length;
  }
  if (text === target.file.text) {
    return failed('NO_CHANGE', `Together the edits leave ${file_path} as it is. Check whether one takes back another.`);
  }
  return ok({ target, text, places });
}
