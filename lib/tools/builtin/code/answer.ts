import type { LanguageService } from '@/lib/ports';
import type { ToolResult } from '@/lib/protocol';
import { messageOf } from '@/lib/protocol/message-of';
import { displayPath, resolvePath, type FileContext } from '../../files';
import { failed, failure, ok, type Outcome } from '../../result';
import { sandboxFailure } from '../files/sandbox-failure';
import { findPlace, type GivenPlace } from './find-place';
import { listDiagnostics, listSpans, listSymbols, type CodeListing } from './listing';
import { naming } from '../../system';
import { summaries } from '../summaries';

const BY_TEXT = 'Found by text search, as no language service knows this language:';

/** The project's symbols that match a query. */
export async function answerQuery(
  context: FileContext,
  code: LanguageService,
  query: string,
): Promise<Partial<ToolResult> & { text: string }> {
  return guarded(context, async () => {
    const symbols = await code.symbols({ query }, context.signal);
    return told(listSymbols(symbols, wordingOf(context)), `No symbol has ${query} in its name.`);
  });
}

/** The symbols of a file, or its diagnostics. */
export async function answerFile(
  context: FileContext,
  code: LanguageService,
  operation: 'symbols' | 'diagnostics',
  given: string,
): Promise<Partial<ToolResult> & { text: string }> {
  const file = await readFile(context, given);
  if (!file.ok) return file.failure;
  const { path } = file.value;
  const wording = { ...wordingOf(context), show: () => displayPath(context.sandbox, path) };
  return guarded(context, async () => {
    if (operation === 'symbols') {
      const listed = listSymbols(await code.symbols({ path }, context.signal), wording);
      return told(listed, `${given} defines no symbols.`, code.knows(path));
    }
    if (!code.knows(path)) {
      return failure(
        'UNSUPPORTED',
        `Nothing here checks files such as ${given}: only TypeScript and JavaScript are.${naming(context, ['Bash'], (bash) => ` Run a program that checks it with ${bash}.`)}`,
      );
    }
    return told(
      listDiagnostics(await code.diagnostics(path, context.signal), wording),
      `Nothing is wrong with ${given}.`,
    );
  });
}

/** Where a name is defined, implemented or used, or its hover text. */
export async function answerPlace(
  context: FileContext,
  code: LanguageService,
  operation: 'definition' | 'implementation' | 'references' | 'hover',
  given: GivenPlace,
): Promise<Partial<ToolResult> & { text: string }> {
  const file = await readFile(context, given.file_path);
  if (!file.ok) return file.failure;
  const found = findPlace(file.value.text, given, context);
  if (!found.ok) return found.failure;
  const { path } = file.value;
  const place = { path, ...found.value };
  const nothing = `${given.file_path}:${place.line}:${place.column}`;
  return guarded(context, async () => {
    if (operation === 'hover') {
      const text = await code.hover(place, context.signal);
      if (text === undefined) return failure('NOT_FOUND', `There is nothing to say about ${nothing}. Point at a name.`);
      const note = code.knows(path) ? '' : `${BY_TEXT}\n`;
      return { text: note + text, summary: text.split('\n')[0] ?? '' };
    }
    const listed = listSpans(await code[operation](place, context.signal), wordingOf(context));
    if (listed.count === 0) {
      return failure(
        'NOT_FOUND',
        `No ${operation} of what stands at ${nothing} was found. Point at a name${naming(context, ['Grep'], (grep) => `, or search with ${grep}`)}.`,
      );
    }
    return told(listed, '', code.knows(path));
  });
}

const wordingOf = (context: FileContext) => ({
  show: (path: string) => displayPath(context.sandbox, path),
  say: summaries(context),
});

function told({ count, text, summary }: CodeListing, nothing: string, known = true) {
  if (count === 0) return { text: nothing, summary };
  return { text: known ? text : `${BY_TEXT}\n${text}`, summary };
}

async function readFile(context: FileContext, given: string): Promise<Outcome<{ path: string; text: string }>> {
  const resolved = await resolvePath(context, given);
  if (!resolved.ok) return resolved;
  const { path } = resolved.value;
  try {
    return ok({ path, text: await context.sandbox.fs.readFile(path, 'utf8') });
  } catch (error) {
    return { ok: false, failure: sandboxFailure(context, error, given, 'read') };
  }
}

async function guarded<T>(context: FileContext, work: () => Promise<T>): Promise<T | ToolResult> {
  try {
    return await work();
  } catch (error) {
    context.signal.throwIfAborted();
    const instead = naming(context, ['Grep'], (grep) => ` Use ${grep} instead.`);
    return failed('EXECUTION_ERROR', `The language service did not answer: ${messageOf(error)}.${instead}`).failure;
  }
}
