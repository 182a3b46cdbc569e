import { TEMPLATES } from '@/lib/workshop/templates';
import { buildWorkshop } from '@/lib/workshop/build.mjs';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { createPackLanguage, type PackLanguage } from './pack-language';
import { codeWorkerHere } from './testing/code-worker';

const { signal } = new AbortController();
let language: PackLanguage;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pack-language-'));
  await buildWorkshop(folder);
  const types = JSON.parse(readFileSync(join(folder, 'workshop-types.json'), 'utf8'));
  language = createPackLanguage({ worker: codeWorkerHere(), types: async () => types });
});

const PACK = `import { defineTool } from 'toolyard';
import { z } from 'zod';
import { twice } from './twice';
export const t = defineTool({
  name: 'T',
  description: 'd',
  input: z.strictObject({ text: z.string(), count: z.number() }),
  execute({ text, count }, context) {
    return twice(text);
  },
});
`;
const FILES = { 'main.ts': PACK, 'twice.ts': 'export const twice = (text: string): string => text + text;\n' };
/** The place after a piece of text of main.ts. */
const after = (text: string, piece: string) => {
  const lines = text.slice(0, text.indexOf(piece) + piece.length).split('\n');
  return { path: 'main.ts', line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
};

it('knows the types a pack is written with, as it is typed', { timeout: 240_000 }, async () => {
  expect(await language.errors(FILES, signal)).toEqual([]);
  const wrong = { ...FILES, 'main.ts': PACK.replace('twice(text)', 'twice(count) + process.exit(fetch(text))') };
  const errors = await language.errors(wrong, signal);
  expect(errors[0]).toMatchObject({ path: 'main.ts', line: 9, column: 18, code: 'TS2345' });
  expect(errors.map(({ message }) => message).join()).toMatch(/'process'.*'fetch'/);
  const { 'twice.ts': _gone, ...alone } = FILES;
  expect(await language.errors(alone, signal)).toMatchObject([{ code: 'TS2307' }]);

  const typing = PACK.replace('return twice(text)', 'return context.');
  const names = async (files: Record<string, string>, piece: string) =>
    (await language.completions(files, after(files['main.ts'] ?? '', piece), signal)).map(({ name }) => name);
  expect(await names({ ...FILES, 'main.ts': typing }, 'return context.')).toEqual(['call', 'fetch', 'files', 'shell']);
  const kind = { ...FILES, 'main.ts': PACK.replace("'d',", "'d', kind: '',") };
  expect(await names(kind, "kind: '")).toContain('fetch');
  expect(await names(kind, 'count: z.')).toEqual(expect.arrayContaining(['email', 'number']));
  expect(await language.hover(kind, after(kind['main.ts'], 'execute({ text, cou'), signal)).toContain('count: number');
});

it(
  'says what is wrong in another language, or in English where that cannot be loaded',
  { timeout: 240_000 },
  async () => {
    const path = 'node_modules/typescript-5/lib/zh-cn/diagnosticMessages.generated.json';
    const chinese: Record<string, string> = JSON.parse(readFileSync(path, 'utf8'));
    const wrong = { 'main.ts': 'const a: number = "b"; a.c; nowhere();' };
    const said = async (messages: () => Promise<Record<string, string>>) => {
      const worker = codeWorkerHere();
      const spoken = createPackLanguage({ worker, types: async () => ({}), messages });
      const errors = await spoken.errors(wrong, signal);
      spoken.dispose();
      return errors.map(({ code, message }) => `${code} ${/\p{Script=Han}/u.test(message)}`);
    };
    const codes = ['TS2322', 'TS2339', 'TS2304'];
    // What is set holds for all services of one worker; here they share one.
    expect(await said(() => Promise.reject(new Error('away')))).toEqual(codes.map((code) => `${code} false`));
    expect(await said(async () => chinese)).toEqual(codes.map((code) => `${code} true`));
    expect(await said(async () => ({}))).toEqual(codes.map((code) => `${code} false`));
  },
);

it(
  'knows what each template is written with, and what a hook is told and may answer',
  { timeout: 240_000 },
  async () => {
    const files = Object.fromEntries(TEMPLATES.map(({ id, files: { 'main.ts': main = '' } }) => [`${id}.ts`, main]));
    expect(await language.errors(files, signal)).toEqual([]);
    const hooks = `import { defineHook, type CanUseTool } from 'toolyard';
export const a = defineHook({ name: 'a', event: 'PostToolUse', run: ({ result }) => ({ output: result.texts }) });
export const b = defineHook({ name: 'b', event: 'FileChanged', run: () => ({ block: true }) });
export const canUseTool: CanUseTool = () => ({ behavior: 'never' });
`;
    const wrong = await language.errors({ 'main.ts': hooks }, signal);
    expect(wrong.map(({ line }) => line)).toEqual([2, 3, 4]);
    expect(wrong[0]?.message).toContain("Did you mean 'text'?");
  },
);
