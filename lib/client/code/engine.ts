import type { CodeDiagnostic, CodeSpan, CodeSymbol } from '@/lib/ports';
import type {
  Diagnostic,
  DocumentSpan,
  LanguageService,
  NavigateToItem,
  NavigationTree,
  TypeScript,
} from 'monaco-editor/languages/features/typescript/lib/typescriptServices';
import { fixSource } from './fix-source';
import { CodeProject } from './project';
import type { CodeCompletion, CodeQuestion, FilesUpdate } from './questions';
import { TextLines } from './text-lines';

/** Maximum number of symbols that one search returns. */
const MOST_SYMBOLS = 200;
/** Maximum number of completions for one place. */
const MOST_COMPLETIONS = 1000;

/** TypeScript's service over one project at a time. It knows only the files of the latest update. */
export class CodeEngine {
  private project: CodeProject | undefined;
  private service: LanguageService | undefined;
  /** The previous service, kept so that shared documents stay parsed until the current service has requested them. */
  private retired: LanguageService | undefined;
  /** Shared, so that the language's own declarations are parsed once, not for each project. */
  private readonly registry: object;

  constructor(
    private readonly ts: TypeScript,
    private readonly library: Readonly<Record<string, string>>,
  ) {
    this.registry = ts.createDocumentRegistry(true);
  }

  update({ root, files, messages }: FilesUpdate): void {
    if (messages) this.ts.setLocalizedDiagnosticMessages(messages);
    if (this.project?.root !== root) {
      const old = this.service;
      this.project = new CodeProject(this.ts, this.library, root);
      this.service = this.ts.createLanguageService(this.project, this.registry);
      this.retired?.dispose();
      this.retired = old;
    }
    for (const [path, text] of files) this.project.set(path, text);
  }

  /** The answer, in the form that `AnswerSchemas` has for the question. */
  ask(question: CodeQuestion): unknown {
    const { project, service } = this;
    if (!project || !service) throw new Error('there is no project yet');
    switch (question.op) {
      case 'search':
        return service.getNavigateToItems(question.query, MOST_SYMBOLS).map((item): CodeSymbol => ({
          ...this.nameIn(item),
          name: item.name,
          kind: item.kind,
          ...(item.containerName && { container: item.containerName }),
        }));
      case 'fix':
        return fixSource(this.ts, project.readFile(question.path) ?? '', question.tool, question.edits);
      case 'symbols':
        return this.symbolsOf(question.path, service.getNavigationTree(question.path), undefined);
      case 'diagnostics': {
        const { path } = question;
        const found = [...service.getSyntacticDiagnostics(path), ...service.getSemanticDiagnostics(path)];
        return [...found, ...service.getSuggestionDiagnostics(path)].map((diagnostic) =>
          this.diagnosticOf(path, diagnostic),
        );
      }
      default: {
        const { path, line, column } = question;
        const position = project.lines(path)?.offsetOf(line, column);
        if (position === undefined) throw new Error(`there is no line ${line} in ${path}`);
        if (question.op === 'hover') return this.hover(service, path, position);
        if (question.op === 'completions') return completionsAt(service, path, position);
        return this.spansOf(this.spotsOf(service, question.op, path, position) ?? []);
      }
    }
  }

  private spotsOf(
    service: LanguageService,
    op: 'definition' | 'implementation' | 'references',
    path: string,
    position: number,
  ) {
    switch (op) {
      case 'definition':
        return service.getDefinitionAtPosition(path, position);
      case 'implementation':
        return service.getImplementationAtPosition(path, position);
      case 'references':
        return service.getReferencesAtPosition(path, position);
    }
  }

  private hover(service: LanguageService, path: string, position: number): string | null {
    const info = service.getQuickInfoAtPosition(path, position);
    if (!info) return null;
    const parts = [info.displayParts, info.documentation].map((part) => this.ts.displayPartsToString(part));
    return parts.filter(Boolean).join('\n\n');
  }

  /** The span of the name within a declaration, of which the service returns the whole. */
  private nameIn({ fileName, textSpan: { start, length }, name }: NavigateToItem): CodeSpan {
    const text = this.project?.readFile(fileName)?.slice(start, start + length) ?? '';
    const at = Math.max(0, text.indexOf(name));
    return this.spanAt(fileName, start + at, name.length);
  }

  private spansOf(spots: readonly DocumentSpan[]): CodeSpan[] {
    return spots.map(({ fileName, textSpan: { start, length } }) => this.spanAt(fileName, start, length));
  }

  private spanAt(path: string, start: number, length: number): CodeSpan {
    const lines = this.project?.lines(path) ?? new TextLines(this.project?.readFile(path) ?? '');
    const from = lines.placeOf(start);
    const to = lines.placeOf(start + length);
    return { path, ...from, endLine: to.line, endColumn: to.column, text: lines.line(from.line) };
  }

  private symbolsOf(path: string, tree: NavigationTree, container: string | undefined): CodeSymbol[] {
    const isFile = tree.kind === 'module' && container === undefined;
    const span = tree.nameSpan ?? tree.spans[0];
    const self: CodeSymbol[] =
      isFile || !span || (tree.kind === 'script' && container === undefined)
        ? []
        : [
            {
              ...this.spanAt(path, span.start, span.length),
              name: tree.text,
              kind: tree.kind,
              ...(container !== undefined && container !== '' && { container }),
            },
          ];
    const inner = self.length === 0 ? '' : tree.text;
    return [...self, ...(tree.childItems ?? []).flatMap((child) => this.symbolsOf(path, child, inner))];
  }

  private diagnosticOf(
    path: string,
    { start = 0, length = 0, category, code, messageText }: Diagnostic,
  ): CodeDiagnostic {
    const { Error: error, Warning: warning } = this.ts.DiagnosticCategory;
    return {
      ...this.spanAt(path, start, length),
      severity: category === error ? 'error' : category === warning ? 'warning' : 'hint',
      message: this.ts.flattenDiagnosticMessageText(messageText, '\n'),
      code: `TS${code}`,
    };
  }
}

function completionsAt(service: LanguageService, path: string, position: number): CodeCompletion[] {
  const entries = service.getCompletionsAtPosition(path, position, undefined)?.entries ?? [];
  return entries.slice(0, MOST_COMPLETIONS).map(({ name, kind, sortText, insertText }) => ({
    name,
    kind,
    sortText,
    ...(insertText !== undefined && { insertText }),
  }));
}
