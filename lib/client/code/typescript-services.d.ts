/** The used part of TypeScript's own service, which Monaco bundles without types. */
declare module 'monaco-editor/languages/features/typescript/lib/typescriptServices' {
  export interface TextSpan {
    readonly start: number;
    readonly length: number;
  }
  export interface DocumentSpan {
    readonly fileName: string;
    readonly textSpan: TextSpan;
  }
  export interface SymbolPart {
    readonly text: string;
  }
  export interface NavigationTree {
    readonly text: string;
    readonly kind: string;
    readonly nameSpan?: TextSpan;
    readonly spans: readonly TextSpan[];
    readonly childItems?: readonly NavigationTree[];
  }
  export interface NavigateToItem extends DocumentSpan {
    readonly name: string;
    readonly kind: string;
    readonly containerName: string;
  }
  export interface DiagnosticChain {
    readonly messageText: string;
    readonly next?: readonly DiagnosticChain[];
  }
  export interface Diagnostic {
    readonly start?: number;
    readonly length?: number;
    readonly category: number;
    readonly code: number;
    readonly messageText: string | DiagnosticChain;
  }
  export interface QuickInfo {
    readonly displayParts?: SymbolPart[];
    readonly documentation?: SymbolPart[];
  }
  export interface CompletionEntry {
    readonly name: string;
    readonly kind: string;
    readonly sortText: string;
    readonly insertText?: string;
  }
  export interface LanguageService {
    getDefinitionAtPosition(file: string, position: number): readonly DocumentSpan[] | undefined;
    getImplementationAtPosition(file: string, position: number): readonly DocumentSpan[] | undefined;
    getReferencesAtPosition(file: string, position: number): readonly DocumentSpan[] | undefined;
    getQuickInfoAtPosition(file: string, position: number): QuickInfo | undefined;
    getCompletionsAtPosition(
      file: string,
      position: number,
      options: object | undefined,
    ): { readonly entries: readonly CompletionEntry[] } | undefined;
    getNavigationTree(file: string): NavigationTree;
    getNavigateToItems(query: string, limit?: number): readonly NavigateToItem[];
    getSyntacticDiagnostics(file: string): readonly Diagnostic[];
    getSemanticDiagnostics(file: string): readonly Diagnostic[];
    getSuggestionDiagnostics(file: string): readonly Diagnostic[];
    dispose(): void;
  }
  export interface Node {
    /** The start, including leading trivia. */
    readonly pos: number;
    readonly end: number;
    getStart(): number;
  }
  export type Expression = Node;
  export interface Named extends Node {
    readonly text: string;
  }
  export interface CallExpression extends Node {
    readonly expression: Expression;
    readonly arguments: readonly Expression[];
  }
  export interface PropertyAccess extends Node {
    readonly expression: Expression;
    readonly name: Named;
  }
  export interface PropertyAssignment extends Node {
    readonly name: Named;
    readonly initializer: Expression;
  }
  export interface ObjectLiteral extends Node {
    readonly properties: readonly Node[];
  }
  export interface ArrayLiteral extends Node {
    readonly elements: readonly Expression[];
  }
  export type CompilerOptions = Readonly<Record<string, unknown>>;
  export interface ScriptSnapshot {
    getText(start: number, end: number): string;
    getLength(): number;
    getChangeRange(): undefined;
  }
  export interface LanguageServiceHost {
    getCompilationSettings(): CompilerOptions;
    getScriptFileNames(): string[];
    getScriptVersion(file: string): string;
    getScriptSnapshot(file: string): ScriptSnapshot | undefined;
    getCurrentDirectory(): string;
    getDefaultLibFileName(options: CompilerOptions): string;
    fileExists(path: string): boolean;
    readFile(path: string): string | undefined;
    directoryExists(path: string): boolean;
    getDirectories(path: string): string[];
    useCaseSensitiveFileNames(): boolean;
  }
  export interface TypeScript {
    /** The registry shares parsed documents between all services that use it. */
    createLanguageService(host: LanguageServiceHost, registry: object): LanguageService;
    createSourceFile(path: string, text: string, target: number, setParentNodes: boolean): Node;
    forEachChild<T>(node: Node, visit: (child: Node) => T | undefined): T | undefined;
    isArrayLiteralExpression(node: Node): node is ArrayLiteral;
    isCallExpression(node: Node): node is CallExpression;
    isIdentifier(node: Node): node is Named;
    isObjectLiteralExpression(node: Node): node is ObjectLiteral;
    isPropertyAccessExpression(node: Node): node is PropertyAccess;
    isPropertyAssignment(node: Node): node is PropertyAssignment;
    isStringLiteralLike(node: Node): node is Named;
    /** Sets the messages of diagnostics by key; for all services, from the next diagnostic on. */
    setLocalizedDiagnosticMessages(messages: Readonly<Record<string, string>>): void;
    createDocumentRegistry(useCaseSensitiveFileNames: boolean): object;
    displayPartsToString(parts: readonly SymbolPart[] | undefined): string;
    flattenDiagnosticMessageText(message: string | DiagnosticChain, newLine: string): string;
    getDefaultLibFileName(options: CompilerOptions): string;
    parseConfigFileTextToJson(path: string, text: string): { readonly config?: unknown };
    convertCompilerOptionsFromJson(json: unknown, folder: string): { readonly options: CompilerOptions };
    readonly ScriptTarget: { readonly ESNext: number };
    readonly ModuleKind: { readonly ESNext: number };
    readonly ModuleResolutionKind: { readonly Bundler: number };
    readonly JsxEmit: { readonly Preserve: number };
    readonly DiagnosticCategory: { readonly Warning: number; readonly Error: number };
  }
  export const typescript: TypeScript;
}

declare module 'monaco-editor/languages/features/typescript/lib/lib' {
  /** The text of each of the language's own declarations, by name: `lib.es5.d.ts`. */
  export const libFileMap: Readonly<Record<string, string>>;
}
