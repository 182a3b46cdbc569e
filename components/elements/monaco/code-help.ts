import { monaco } from './monaco';

/** What could stand at a place. */
interface Completion {
  readonly name: string;
  /** TypeScript's word for what it is: `method`, `const`. */
  readonly kind: string;
  readonly sortText: string;
  /** What to write where that is not the name. */
  readonly insertText?: string | undefined;
}

/** A place in a text; both from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
}

/** What an editor asks about the code in it. */
export interface CodeHelp {
  completions(place: Place, signal: AbortSignal): Promise<readonly Completion[]>;
  hover(place: Place, signal: AbortSignal): Promise<string | null>;
}

/** The help of the texts that are open, by the address of each. */
const helps = new Map<string, CodeHelp>();
let registered = false;

/** Completes and explains the code of a text. What it returns ends that. */
export function attachHelp(address: string, help: CodeHelp): () => void {
  if (!registered) register();
  registered = true;
  helps.set(address, help);
  return () => void helps.delete(address);
}

/** Where there is no answer, there is none to show: what is wrong with the service shows with the errors it finds. */
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

/** TypeScript's words; any other is a variable of some kind. */
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
