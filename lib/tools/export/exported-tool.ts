import type { Annotations } from '@/lib/protocol';
import type { ToolDraft } from '@/lib/ports';
import type { JsonSchema } from '@/lib/schema';

/** A tool to take away: its form, and the source of what it does. */
export interface ExportedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input, an object at its root. */
  readonly inputSchema: JsonSchema;
  /** The same as it was written in Zod, where it was: an expression with `z` in it, an object at its root. */
  readonly zod?: string;
  /**
   * TypeScript or JavaScript: an expression of a function of the input. What it returns is the result: text, a value, or
   * `{ success, text }`. What it throws, or returns with `success: false`, is a failure.
   */
  readonly handler: string;
  readonly annotations?: Partial<Annotations>;
  /** An input that it takes. Default: one made from the schema. */
  readonly example?: object;
}

/** A dynamic tool in the form in which it is taken away. */
export const fromDraft = ({ name, description, schema, body }: ToolDraft): ExportedTool => ({
  name,
  description,
  inputSchema: schema,
  handler: `async (input) => {\n${body}\n}`,
});

/** Path → content, of a small project or a few files. */
export type ExportedFiles = Readonly<Record<string, string>>;

/** A framework or format that tools can be taken to. */
export interface ExportTarget {
  readonly id:
    | 'ai-sdk'
    | 'claude-agent-sdk'
    | 'mcp-server'
    | 'openai-agents'
    | 'langchain'
    | 'mastra'
    | 'declarations'
    | 'toolyard-pack';
  readonly title: string;
  /** `project`: a kebab-case name for the whole. */
  files(tools: readonly ExportedTool[], project: string): ExportedFiles;
}

/** Something as JSON that can stand in a source file. */
export const literal = (value: unknown): string => JSON.stringify(value, undefined, 2) ?? 'undefined';

/** A file name and an identifier for each tool, none twice. */
export function namesFor(tools: readonly ExportedTool[]): { file: string; id: string }[] {
  const taken = new Set<string>();
  return tools.map(({ name }) => {
    const words = name
      .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .split(/[^a-z0-9]+/)
      .filter(Boolean);
    const base = words.join('-') || 'tool';
    let file = base;
    for (let count = 2; taken.has(file); count++) file = `${base}-${count}`;
    taken.add(file);
    return {
      file,
      id: `${file.replace(/-+(\w)/g, (_, letter: string) => letter.toUpperCase())}Tool`.replace(/^(?=\d)/, '_'),
    };
  });
}
