import type { Annotations } from '@/lib/protocol';
import type { ToolDraft } from '@/lib/ports';
import type { JsonSchema } from '@/lib/schema';

/** A tool to export: its declaration and the source of its handler. */
export interface ExportedTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input, an object at its root. */
  readonly inputSchema: JsonSchema;
  /** The same schema in Zod, if it was written so: an expression that uses `z`, an object at its root. */
  readonly zod?: string;
  /**
   * A function expression in TypeScript or JavaScript that takes the input. It returns the result: text, a value, or
   * `{ success, text }`. Throwing, or returning `success: false`, is a failure.
   */
  readonly handler: string;
  readonly annotations?: Partial<Annotations>;
  /** A valid input. Default: one made from the schema. */
  readonly example?: object;
}

/** A dynamic tool in the form for export. */
export const fromDraft = ({ name, description, schema, body }: ToolDraft): ExportedTool => ({
  name,
  description,
  inputSchema: schema,
  handler: `async (input) => {\n${body}\n}`,
});

/** Path → content of the exported files. */
export type ExportedFiles = Readonly<Record<string, string>>;

/** A framework or format that tools can be exported to. */
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
  /** Makes the files. `project` is the project's kebab-case name. */
  files(tools: readonly ExportedTool[], project: string): ExportedFiles;
}

/** A value as JSON for a source file. */
export const literal = (value: unknown): string => JSON.stringify(value, undefined, 2) ?? 'undefined';

/** A unique file name and identifier for each tool. */
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
