import type { CodeDiagnostic, CodePlace } from '@/lib/ports';
import type { TextEdit } from '@/lib/tools/lint';
import { z } from 'zod';
import { createCodeWorker, startCodeWorker, type LanguageWorker } from './ask-worker';
import { CODE } from './project';
import { CodeAnswerSchemas, type CodeCompletion, type CodeQuestion, type FilesUpdate } from './questions';

type Files = Readonly<Record<string, string>>;

/**
 * What an editor asks about the files of a pack; it passes them each time. Paths are relative to the pack. Rejects with a
 * readable reason.
 */
export interface PackLanguage {
  /** TypeScript's errors in all files. */
  errors(files: Files, signal: AbortSignal): Promise<readonly CodeDiagnostic[]>;
  completions(files: Files, place: CodePlace, signal: AbortSignal): Promise<readonly CodeCompletion[]>;
  hover(files: Files, place: CodePlace, signal: AbortSignal): Promise<string | null>;
  /** The file that defines a tool, after edits to the tool's declaration; null if they cannot be made in the source. */
  fix(files: Files, tool: string, edits: readonly TextEdit[], signal: AbortSignal): Promise<FixedFile | null>;
  dispose(): void;
}

interface FixedFile {
  readonly path: string;
  readonly text: string;
}

interface PackLanguageOptions {
  readonly worker?: LanguageWorker;
  /** The declarations for writing a pack, by path. */
  readonly types?: () => Promise<Files>;
  /** TypeScript's messages in a language other than English, by key. */
  readonly messages?: () => Promise<Files>;
}

const ROOT = '/pack';
const OPTIONS = { 'tsconfig.json': JSON.stringify({ compilerOptions: { strict: true, lib: ['esnext'] } }) };

/** TypeScript's service over the given pack, in a worker that starts with the first question. */
export function createPackLanguage({
  worker = createCodeWorker(startCodeWorker),
  types = packTypes,
  messages,
}: PackLanguageOptions = {}): PackLanguage {
  let generation = -1;
  let known: Files = {};
  let last: Promise<unknown> = Promise.resolve();

  const updateTo = async (files: Files): Promise<FilesUpdate> => {
    const anew = worker.generation !== generation;
    // If they cannot be loaded, the messages are in English.
    const said = anew ? await messages?.().catch(() => undefined) : undefined;
    const now: Files = { ...(anew ? { ...(await types()), ...OPTIONS } : {}), ...files };
    const gone = anew ? [] : Object.keys(known).filter((path) => !Object.hasOwn(files, path));
    const changed = Object.entries(now).filter(([path, text]) => anew || known[path] !== text);
    generation = worker.generation;
    known = files;
    return {
      root: ROOT,
      ...(said && { messages: said }),
      files: [...changed, ...gone.map((path): [string, null] => [path, null])].map(([path, text]) => [
        `${ROOT}/${path}`,
        text,
      ]),
    };
  };

  /** One after the other, because each update contains the changes since the previous one. */
  function ask<T>(schema: z.ZodType<T>, files: Files, question: CodeQuestion, signal: AbortSignal): Promise<T> {
    const work = async (): Promise<T> => {
      signal.throwIfAborted();
      return schema.parse(await worker.ask(await updateTo(files), question, signal));
    };
    const answer = last.then(work, work);
    last = answer.catch(() => (generation = -1));
    return answer;
  }
  const inPack = (place: CodePlace): CodePlace => ({ ...place, path: `${ROOT}/${place.path}` });

  return {
    async errors(files, signal) {
      const found = await Promise.all(
        Object.keys(files)
          .filter((path) => CODE.test(path))
          .map((path) => {
            const question = { op: 'diagnostics', path: `${ROOT}/${path}` } as const;
            return ask(CodeAnswerSchemas.diagnostics, files, question, signal);
          }),
      );
      return found
        .flat()
        .filter(({ severity }) => severity === 'error')
        .map((error) => ({ ...error, path: error.path.slice(ROOT.length + 1) }));
    },
    completions: (files, place, signal) =>
      ask(CodeAnswerSchemas.completions, files, { op: 'completions', ...inPack(place) }, signal),
    hover: (files, place, signal) => ask(CodeAnswerSchemas.hover, files, { op: 'hover', ...inPack(place) }, signal),
    async fix(files, tool, edits, signal) {
      for (const path of Object.keys(files).filter((one) => CODE.test(one))) {
        const question = { op: 'fix', path: `${ROOT}/${path}`, tool, edits } as const;
        const text = await ask(CodeAnswerSchemas.fix, files, question, signal);
        if (text !== null) return { path, text };
      }
      return null;
    },
    dispose: () => worker.dispose(),
  };
}

/** The declarations for writing a pack, by path: those of Zod and `toolyard`. Rejects with a readable reason. */
export const packTypes = (): Promise<Files> => textsAt('/sandbox/workshop-types.json');

/** TypeScript's messages in Chinese, by key. Rejects with a readable reason. */
export const chineseMessages = (): Promise<Files> => textsAt('/sandbox/typescript-zh.json');

async function textsAt(path: string): Promise<Files> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`The types could not be loaded: ${response.status}.`);
  return z.record(z.string(), z.string()).parse(await response.json());
}
