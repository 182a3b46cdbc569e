import type { LanguageService } from '@/lib/ports';
import { createNativeSandbox, type NativeSandbox } from '@/lib/sandbox/contract/native-sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLanguageService } from './language-service';
import { codeWorkerHere } from './testing/code-worker';

const FILES = {
  'package.json': '{ "type": "module" }',
  'src/shape.ts':
    'export interface Shape {\n  area(): number;\n}\n\n/** A round one. */\nexport class Circle implements Shape {\n  constructor(readonly radius: number) {}\n  area() {\n    return Math.PI * this.radius ** 2;\n  }\n}\n',
  'src/main.ts':
    "import test from 'node:test';\nimport { Circle, type Shape } from './shape.ts';\n\nconst shape: Shape = new Circle(2);\ntest('area', () => console.log(shape.area()));\n",
  'tool.py': 'def area(r):\n    return r * r\n\nprint(area(2))\n',
} as const;

let sandbox: NativeSandbox;
let service: LanguageService;
const { signal } = new AbortController();
const at = (path: string) => `${sandbox.workdir}/${path}`;

beforeEach(async () => {
  sandbox = await createNativeSandbox();
  for (const [path, text] of Object.entries(FILES)) {
    await sandbox.fs.mkdir(at(path).replace(/\/[^/]*$/, ''), { recursive: true });
    await sandbox.fs.writeFile(at(path), text);
  }
  service = createLanguageService({ sandbox, worker: codeWorkerHere(), cwd: () => sandbox.workdir });
});
afterEach(() => sandbox.dispose());

const place = (path: string, line: number, column: number) => ({ path: at(path), line, column });
const where = (spans: readonly { path: string; line: number; column: number }[]) =>
  spans.map(({ path, line, column }) => `${path.slice(sandbox.workdir.length + 1)}:${line}:${column}`);

describe('the language service', () => {
  it('knows where a name is defined, implemented and used', async () => {
    expect(where(await service.definition(place('src/main.ts', 4, 26), signal))).toEqual([
      'src/shape.ts:6:14',
      'src/shape.ts:7:3',
    ]);
    expect(where(await service.implementation(place('src/shape.ts', 1, 18), signal))).toEqual(['src/shape.ts:6:14']);
    expect(where(await service.references(place('src/shape.ts', 6, 14), signal))).toEqual([
      'src/shape.ts:6:14',
      'src/main.ts:2:10',
      'src/main.ts:4:26',
    ]);
  });

  it('says what a name is', async () => {
    const text = await service.hover(place('src/main.ts', 4, 26), signal);
    expect(text).toContain('new Circle(radius: number): Circle');
    expect(await service.hover(place('src/main.ts', 3, 1), signal)).toBeUndefined();
  });

  it('lists the symbols of a file, and finds them in the project', async () => {
    const symbols = await service.symbols({ path: at('src/shape.ts') }, signal);
    expect(symbols.map(({ name, kind, container }) => [name, kind, container])).toEqual([
      ['Circle', 'class', undefined],
      ['constructor', 'constructor', 'Circle'],
      ['area', 'method', 'Circle'],
      ['radius', 'property', 'Circle'],
      ['Shape', 'interface', undefined],
      ['area', 'method', 'Shape'],
    ]);
    const found = await service.symbols({ query: 'area' }, signal);
    expect(where(found)).toContain('tool.py:1:5');
    expect(where(found)).toContain('src/shape.ts:2:3');
  });

  it('sees files as they are when it is asked', async () => {
    expect(await service.diagnostics(at('src/main.ts'), signal)).toEqual([]);
    await sandbox.fs.writeFile(at('src/shape.ts'), FILES['src/shape.ts'].replaceAll('area', 'size'));
    expect(await service.diagnostics(at('src/main.ts'), signal)).toMatchObject([
      {
        line: 5,
        column: 38,
        endColumn: 42,
        severity: 'error',
        code: 'TS2339',
        message: expect.stringContaining('area'),
      },
    ]);
    await sandbox.fs.rm(at('src/shape.ts'));
    expect(await service.diagnostics(at('src/main.ts'), signal)).toMatchObject([{ code: 'TS2307', line: 2 }]);
    await sandbox.fs.writeFile(at('src/shape.ts'), FILES['src/shape.ts']);
    expect(await service.diagnostics(at('src/main.ts'), signal)).toEqual([]);
  });

  it('takes the options of the nearest project', async () => {
    const text = 'export const first = (all: string[]): string => all[0];\n';
    await sandbox.fs.mkdir(at('strict'));
    await sandbox.fs.writeFile(at('strict/a.ts'), text);
    await sandbox.fs.writeFile(
      at('strict/tsconfig.json'),
      '{ "compilerOptions": { "noUncheckedIndexedAccess": true } } // ours',
    );
    await sandbox.fs.writeFile(at('src/loose.ts'), text);
    expect(await service.diagnostics(at('strict/a.ts'), signal)).toMatchObject([{ code: 'TS2322' }]);
    expect(await service.diagnostics(at('src/loose.ts'), signal)).toEqual([]);
  });

  it('searches text where it knows no language', async () => {
    expect(service.knows(at('tool.py'))).toBe(false);
    expect(where(await service.definition(place('tool.py', 4, 8), signal))).toContain('tool.py:1:5');
    expect(where(await service.references(place('tool.py', 1, 5), signal))).toEqual(
      expect.arrayContaining(['tool.py:1:5', 'tool.py:4:7']),
    );
    expect((await service.symbols({ path: at('tool.py') }, signal)).map(({ name }) => name)).toEqual(['area']);
  });

  it('stops when it is told to', async () => {
    await expect(service.diagnostics(at('src/main.ts'), AbortSignal.abort(new Error('enough')))).rejects.toThrow(
      'enough',
    );
  });
});
