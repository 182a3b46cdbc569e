import { monaco } from './monaco';

/** One possible completion. */
interface Completion {
  readonly name: string;
  /** TypeScript's word for its kind: `method`, `const`. */
  readonly kind: string;
  readonly sortText: string;
  /** What to insert if that differs from the name. */
  readonly insertText?: string | undefined;
}

/** A position in a text, counted from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** What an editor asks about its code. */
export interface CodeHelp {
  completions(place: Place, signal: AbortSignal): Promise<readonly Completion[]>;
  hover(place: Place, signal: AbortSignal): Promise<string | null>;
}

/** The help for each open text, by its address. */
const helps = new Map<string, CodeHelp>();
let registered = false;

/** Adds completion and hovers to the code of a text. Returns a function that removes them. */
export function attachHelp(address: string, help: CodeHelp): () => void {
  if (!registered) register();
  registered = true;
  helps.set(address, help);
  return () => void helps.delete(address);
}

/** Undefined if asking fails: an error of the service shows among the errors it reports. */
async function asked<T>(
  { uri }: monaco.editor.ITextModel,
  token: monaco.CancellationToken,
  ask: (help: CodeHelp, signal: AbortSignal) => Promise<T>,
): Promise<T | undefined> {
  const help = helps.get(uri.toString());
  if (!help) return undefined;
  const stop = new AbortController();
  const listening = token.onCancellationRequested(() => stop.abort());
  try {
    return await ask(help, stop.signal);
  } catch {
    return undefined;
  } finally {
    listening.dispose();
  }
}

const LANGUAGES = ['typescript', 'javascript'];

function register(): void {
  monaco.languages.registerCompletionItemProvider(LANGUAGES, {
    triggerCharacters: ['.', "'", '"'],
    async provideCompletionItems(model, { lineNumber: line, column }, _, token) {
      const found = await asked(model, token, (help, signal) => help.completions({ line, column }, signal));
      const { startColumn, endColumn } = model.getWordUntilPosition({ lineNumber: line, column });
      const range = new monaco.Range(line, startColumn, line, endColumn);
      const suggestions = (found ?? []).map(({ name, kind, sortText, insertText = name }) => ({
        label: name,
        kind: KINDS[kind] ?? monaco.languages.CompletionItemKind.Variable,
        sortText,
        insertText,
        range,
      }));
      return { suggestions };
    },
  });
  monaco.languages.registerHoverProvider(LANGUAGES, {
    async provideHover(model, { lineNumber: line, column }, token) {
      const text = await asked(model, token, (help, signal) => help.hover({ line, column }, signal));
      return text ? { contents: [{ value: `\`\`\`typescript\n${text}\n\`\`\`` }] } : undefined;
    },
  });
}

const { Class, EnumMember, Enum, Field, Function, Interface, Keyword, Method, Module, Value } =
  monaco.languages.CompletionItemKind;

/** TypeScript's kinds; any other is a variable of some kind. */
const KINDS: Readonly<Record<string, monaco.languages.CompletionItemKind>> = {
  alias: Module,
  class: Class,
  enum: Enum,
  'enum member': EnumMember,
  function: Function,
  getter: Field,
  interface: Interface,
  keyword: Keyword,
  method: Method,
  module: Module,
  property: Field,
  string: Value,
  type: Interface,
};
