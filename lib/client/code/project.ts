import type {
  CompilerOptions,
  LanguageServiceHost,
  TypeScript,
} from 'monaco-editor/languages/features/typescript/lib/typescriptServices';
import { TextLines } from './text-lines';

/** TypeScript and JavaScript files. */
export const CODE = /\.[cm]?[jt]sx?$/;

/** Where the service finds the language's own declarations. */
const LIBRARY = '/.typescript';
const AMBIENT = `${LIBRARY}/ambient.d.ts`;

/** Replaces Node's types in projects without them: everything they declare exists, with type any. */
const NODE = `declare module 'node:*';
${[
  'assert',
  'buffer',
  'child_process',
  'crypto',
  'events',
  'fs',
  'fs/promises',
  'http',
  'https',
  'os',
  'path',
  'process',
  'stream',
  'url',
  'util',
  'zlib',
]
  .map((name) => `declare module '${name}';`)
  .join('\n')}
declare var process: any, Buffer: any, global: any, require: any, module: any, exports: any, __dirname: any, __filename: any;
`;

interface ProjectFile {
  readonly lines: TextLines;
  readonly version: number;
}

/** A project's files as the language service sees them. */
export class CodeProject implements LanguageServiceHost {
  private readonly files = new Map<string, ProjectFile>();
  private readonly folders = new Map<string, number>();
  private options: CompilerOptions | undefined;
  private versions = 0;

  constructor(
    private readonly ts: TypeScript,
    private readonly library: Readonly<Record<string, string>>,
    readonly root: string,
  ) {}

  /** A text of null removes the file. */
  set(path: string, text: string | null): void {
    const there = this.files.has(path);
    if (text === null) this.files.delete(path);
    else this.files.set(path, { lines: new TextLines(text), version: ++this.versions });
    if (there !== (text !== null)) this.count(path, text === null ? -1 : 1);
    if (/[jt]sconfig\.json$/.test(path)) this.options = undefined;
  }

  lines(path: string): TextLines | undefined {
    return this.files.get(path)?.lines;
  }

  readonly getCompilationSettings = (): CompilerOptions => (this.options ??= this.readOptions());

  readonly getScriptFileNames = (): string[] => {
    const own = [...this.files.keys()].filter((path) => CODE.test(path) && !path.includes('/node_modules/'));
    return this.files.has(`${this.root}/node_modules/@types/node/index.d.ts`) ? own : [...own, AMBIENT];
  };

  readonly getScriptVersion = (path: string): string => String(this.files.get(path)?.version ?? 0);

  readonly getScriptSnapshot = (path: string) => {
    const text = this.readFile(path);
    if (text === undefined) return undefined;
    return {
      getText: (start: number, end: number) => text.slice(start, end),
      getLength: () => text.length,
      getChangeRange: () => undefined,
    };
  };

  readonly getCurrentDirectory = (): string => this.root;
  readonly getDefaultLibFileName = (options: CompilerOptions): string =>
    `${LIBRARY}/${this.ts.getDefaultLibFileName(options)}`;
  readonly fileExists = (path: string): boolean => this.readFile(path) !== undefined;

  readonly readFile = (path: string): string | undefined => {
    const own = this.files.get(path);
    if (own) return own.lines.text;
    if (path === AMBIENT) return NODE;
    return path.startsWith(`${LIBRARY}/`) ? this.library[path.slice(LIBRARY.length + 1)] : undefined;
  };

  readonly directoryExists = (path: string): boolean => path === LIBRARY || this.folders.has(path);

  readonly getDirectories = (path: string): string[] =>
    [...this.folders.keys()].flatMap((folder) => {
      const name = folder.startsWith(`${path}/`) ? folder.slice(path.length + 1) : '';
      return name === '' || name.includes('/') ? [] : [name];
    });

  readonly useCaseSensitiveFileNames = (): boolean => true;

  private count(path: string, by: 1 | -1): void {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      const files = (this.folders.get(folder) ?? 0) + by;
      if (files > 0) this.folders.set(folder, files);
      else this.folders.delete(folder);
    }
  }

  /** The project's own options that matter here, over lenient defaults. */
  private readOptions(): CompilerOptions {
    const { ts, root } = this;
    const path = [`${root}/tsconfig.json`, `${root}/jsconfig.json`].find((candidate) => this.files.has(candidate));
    const { config } = ts.parseConfigFileTextToJson(path ?? '', (path && this.readFile(path)) ?? '{}');
    const given = ts.convertCompilerOptionsFromJson(Object(config).compilerOptions ?? {}, root).options;
    return {
      target: ts.ScriptTarget.ESNext,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      jsx: ts.JsxEmit.Preserve,
      strict: path !== undefined,
      ...given,
      allowJs: true,
      allowImportingTsExtensions: true,
      noEmit: true,
      resolveJsonModule: true,
      skipLibCheck: true,
    };
  }
}
