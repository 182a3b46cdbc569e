import { z } from 'zod';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { baseName, displayPath, resolvePath, needSandbox, readTextFile } from '../../files';
import { failed, failure, ok, type Outcome } from '../../result';
import type { ToolContext } from '../../tool';
import { pathSubject } from '../files/path-subject';
import { naming } from '../../system';
import { summaries } from '../summaries';

/** Maximum characters of one document. */
const MOST_TEXT = 1_000_000;

const input = z
  .strictObject({
    file_path: z
      .string()
      .min(1)
      .optional()
      .describe('A text file to take in: absolute, or relative to the current folder.'),
    text: z.string().min(1).optional().describe('The text itself, instead of a file.'),
    title: z
      .string()
      .trim()
      .min(1)
      .max(200)
      .optional()
      .describe('What it is called. Needed with `text`; default: the name of the file.'),
  })
  .superRefine(({ file_path, text, title }, context) => {
    if ((file_path === undefined) === (text === undefined)) {
      context.addIssue({ code: 'custom', path: ['file_path'], message: 'either file_path or text, and not both' });
    } else if (text !== undefined && title === undefined) {
      context.addIssue({ code: 'custom', path: ['title'], message: 'a text needs a title' });
    }
  });
type Input = z.infer<typeof input>;

export const knowledgeIngest = defineTool({
  name: 'KnowledgeIngest',
  description:
    'Takes a document into the knowledge base, cut into passages that KnowledgeSearch finds, in every thread of this ' +
    'browser. Use it for texts that are asked about again and again: a specification, a manual, notes. Do not use it for ' +
    'single facts (use MemoryStore) or for source code (use CodeSearch). What came from the same file before is ' +
    'replaced. After FILE_TOO_LARGE take in parts of it; after BINARY_FILE make text of it first.',
  kind: 'other',
  category: 'knowledge',
  tier: 'specialist',
  source: 'builtin',
  capabilities: ['knowledge'],
  input,
  annotations: { idempotentHint: true },
  supportsInputStreaming: true,
  titleFor: ({ file_path, title }) => `Take in ${file_path ?? title ?? 'a text'}`,
  async ruleSubject({ file_path }, context) {
    return file_path === undefined ? { kind: 'path', paths: [], root: '/' } : pathSubject(context, file_path);
  },
  async execute(call, context) {
    const knowledge = need(context, 'knowledge');
    if (!knowledge.ok) return knowledge.failure;
    const given = await documentOf(call, context);
    if (!given.ok) return given.failure;
    const { title, origin, text } = given.value;
    if (text.trim() === '') return failure('NO_CHANGE', `${title} is empty, and there is nothing to find in it.`);
    if (text.length > MOST_TEXT) {
      const [has, most] = [text.length, MOST_TEXT].map((count) => count.toLocaleString('en'));
      return failure('FILE_TOO_LARGE', `${title} has ${has} characters, and at most ${most} are taken in. Split it.`);
    }
    const replaced = knowledge.value.value.some((document) => document.origin === origin);
    const document = await knowledge.value.ingest({ title, origin, text });
    if (!document) {
      return failure(
        'WRITE_ERROR',
        'The knowledge base is full, and this was not kept. Tell the person: documents are removed in the Knowledge pane.',
      );
    }
    const passages = document.passages === 1 ? '1 passage' : `${document.passages} passages`;
    return {
      text: `Took in ${title}: ${passages}.${replaced ? ' It takes the place of what came from there before.' : ''}${naming(context, ['KnowledgeSearch'], (search) => ` Ask it with ${search}.`)}`,
      summary: summaries(context).passages(document.passages, replaced),
      details: { id: document.id, passages: document.passages },
    };
  },
});

async function documentOf(
  { file_path, text = '', title }: Input,
  toolContext: ToolContext,
): Promise<Outcome<{ title: string; origin: string; text: string }>> {
  if (file_path === undefined) {
    if (title === undefined) return failed('INVALID_ARGS', 'A text needs a title.');
    return ok({ title, origin: `text: ${title}`, text });
  }
  const context = needSandbox(toolContext);
  if (!context.ok) return context;
  const resolved = await resolvePath(context.value, file_path);
  if (!resolved.ok) return resolved;
  const { path } = resolved.value;
  const file = await readTextFile(context.value, path, file_path);
  if (!file.ok) return file;
  const origin = displayPath(context.value.sandbox, path);
  return ok({ title: title ?? baseName(path), origin, text: file.value.text });
}
