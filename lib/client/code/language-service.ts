import type { CodePlace, CodeSymbol, LanguageService, Sandbox } from '@/lib/ports';
import type { z } from 'zod';
import type { LanguageWorker } from './ask-worker';
import { CODE } from './project';
import { createProjectFiles, projectRoot } from './project-files';
import { CodeAnswerSchemas, type CodeQuestion } from './questions';
import { textSearch } from './text-search';

interface LanguageServiceOptions {
  sandbox: Sandbox;
  worker: LanguageWorker;
  /** The agent's folder: questions about the whole project are about the one that contains it. */
  cwd: () => string;
}

/** TypeScript's service for the files it knows, text search for the rest. Reads the current files for each question. */
export function createLanguageService({ sandbox, worker, cwd }: LanguageServiceOptions): LanguageService {
  const filesOf = createProjectFiles(sandbox);
  const text = textSearch(sandbox);
  let generation = -1;
  let last: Promise<unknown> = Promise.resolve();

  /** One after the other, because each update contains the changes since the previous one. */
  function ask<T>(schema: z.ZodType<T>, question: CodeQuestion, path: string, signal: AbortSignal): Promise<T> {
    const work = async () => {
      signal.throwIfAborted();
      const root = await projectRoot(sandbox, path);
      const update = await filesOf(root, worker.generation !== generation, CODE.test(path) ? path : undefined);
      generation = worker.generation;
      return schema.parse(await worker.ask(update, question, signal));
    };
    const answer = last.then(work, work);
    last = answer.catch(() => (generation = -1));
    return answer;
  }

  const knows = (path: string): boolean => CODE.test(path);
  const rootOf = (path: string) => projectRoot(sandbox, path);

  return {
    knows,
    definition: async (place, signal) =>
      knows(place.path)
        ? ask(CodeAnswerSchemas.definition, { op: 'definition', ...place }, place.path, signal)
        : text.definition(await rootOf(place.path), place, signal),
    implementation: async (place, signal) =>
      knows(place.path)
        ? ask(CodeAnswerSchemas.implementation, { op: 'implementation', ...place }, place.path, signal)
        : text.definition(await rootOf(place.path), place, signal),
    references: async (place, signal) =>
      knows(place.path)
        ? ask(CodeAnswerSchemas.references, { op: 'references', ...place }, place.path, signal)
        : text.references(await rootOf(place.path), place, signal),
    async hover(place: CodePlace, signal) {
      if (knows(place.path))
        return (await ask(CodeAnswerSchemas.hover, { op: 'hover', ...place }, place.path, signal)) ?? undefined;
      const found = await text.definition(await rootOf(place.path), place, signal);
      return found.length === 0 ? undefined : found.map((span) => span.text.trim()).join('\n');
    },
    async symbols(where, signal): Promise<readonly CodeSymbol[]> {
      if ('path' in where) {
        if (knows(where.path))
          return ask(CodeAnswerSchemas.symbols, { op: 'symbols', path: where.path }, where.path, signal);
        return text.symbols(where.path, '', signal);
      }
      const root = await rootOf(cwd());
      const [typed, found] = await Promise.all([
        ask(CodeAnswerSchemas.search, { op: 'search', query: where.query }, root, signal),
        text.symbols(root, where.query, signal),
      ]);
      return [...typed, ...found.filter(({ path }) => !knows(path))];
    },
    diagnostics: async (path, signal) =>
      knows(path) ? ask(CodeAnswerSchemas.diagnostics, { op: 'diagnostics', path }, path, signal) : [],
  };
}
