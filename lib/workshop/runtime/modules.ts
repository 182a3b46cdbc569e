import { z } from 'zod';
import * as zod from 'zod';
import { defineHook, defineMiddleware, isDefinedHook, permissionHook, type DefinedHook } from './define-hook';
import { CATEGORY_FORM, defineTool, isCategory, isDefinedTool, isRecord, type DefinedTool } from './define-tool';

/** A module of a pack, as compiled. */
export type Module = (exports: Record<string, unknown>, require: (name: string) => unknown, module: object) => void;

/** What every pack may import. */
const LIBRARIES: Readonly<Record<string, object>> = {
  zod: { ...zod, z, default: z },
  toolyard: { defineTool, defineHook, defineMiddleware },
};

/** What the files of a pack export, by file. */
export type Loaded = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Runs the modules of a pack, each once. If one throws, throws with the name of its file. */
export function load(modules: Readonly<Record<string, Module>>): Loaded {
  const loaded: Record<string, Record<string, unknown>> = {};
  const running: string[] = [];
  /** Files that were imported before they had finished running: some of their exports are missing. */
  let early: readonly string[] = [];
  const run = (file: string): Record<string, unknown> => {
    const known = loaded[file];
    if (known && running.includes(file)) early = running.slice(running.indexOf(file));
    if (known) return known;
    running.push(file);
    const own: { exports: Record<string, unknown> } = { exports: {} };
    loaded[file] = own.exports;
    try {
      modules[file]?.(own.exports, (name) => requireFrom(file, name), own);
    } catch (error) {
      throw error instanceof LoadError ? error : new LoadError(`${file}: ${thrownMessage(error)}${circleOf(early)}`);
    }
    running.pop();
    return own.exports;
  };
  const requireFrom = (file: string, name: string): unknown => {
    const library = Object.hasOwn(LIBRARIES, name) ? LIBRARIES[name] : undefined;
    if (library) return library;
    const path = resolved(file, name);
    const found = [path, `${path}.ts`, `${path}.js`, path.replace(/\.js$/, '.ts')].find((one) =>
      Object.hasOwn(modules, one),
    );
    if (found === undefined) throw new Error(`there is no ${name}: a pack imports its own files, zod and toolyard`);
    return run(found);
  };
  for (const file of Object.keys(modules)) run(file);
  return loaded;
}

/** A hint about files that import each other, for an error in one of them. */
function circleOf(files: readonly string[]): string {
  if (files.length === 0) return '';
  const [first = ''] = files;
  return `. It may be a circle: ${[...files, first].join(' imports ')}, so that what is used while they load is not there yet`;
}

class LoadError extends Error {
  override name = 'Error';
}

/** The tools that a pack exports, in the order of its files, each once. */
export const toolsIn = (loaded: Loaded): DefinedTool[] => [...new Set(valuesIn(loaded).filter(isDefinedTool))];

/** The hooks and middleware that a pack exports, each once, followed by its `canUseTool`. Throws if that is not valid. */
export function hooksIn(loaded: Loaded): DefinedHook[] {
  const decides = exportsOf(loaded, 'canUseTool').map(permissionHook);
  return [...new Set(valuesIn(loaded).filter(isDefinedHook)), ...decides];
}

/** The `categories` that all files of a pack export: categories by tool name. Throws if they are not valid. */
export function categoriesIn(loaded: Loaded): Readonly<Record<string, string>> {
  const all = exportsOf(loaded, 'categories').flatMap((categories) => {
    if (!isRecord(categories)) throw new TypeError('categories is an object: { Grep: "research" }.');
    return Object.entries(categories);
  });
  return Object.fromEntries(
    all.map(([tool, category]) => {
      if (!isCategory(category)) throw new TypeError(`categories, ${tool}: ${CATEGORY_FORM}`);
      return [tool, category];
    }),
  );
}

/** The exports with this name, each once, even if one file re-exports another's. */
export const exportsOf = (loaded: Loaded, name: string): unknown[] => [
  ...new Set(Object.values(loaded).flatMap((exports) => (Object.hasOwn(exports, name) ? [exports[name]] : []))),
];

const valuesIn = (loaded: Loaded): unknown[] =>
  Object.values(loaded).flatMap((exports) => Object.values(exports).flat());

function resolved(file: string, name: string): string {
  if (!name.startsWith('.')) return name;
  const parts = file.split('/').slice(0, -1);
  for (const part of name.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** Maximum length of a message, characters. */
const MOST_SAID = 10_000;

/** The message of any thrown value. */
export function thrownMessage(error: unknown): string {
  try {
    return saidBy(error).slice(0, MOST_SAID);
  } catch {
    return 'something was thrown that cannot be shown';
  }
}

function saidBy(error: unknown): string {
  if (error instanceof Error) return error.name === 'Error' ? error.message : `${error.name}: ${error.message}`;
  if (typeof error === 'string') return error;
  if (typeof error === 'bigint' || typeof error === 'symbol' || typeof error === 'function') return error.toString();
  return JSON.stringify(error) ?? typeof error;
}
