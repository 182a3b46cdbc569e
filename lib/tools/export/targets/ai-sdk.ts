import type { ExportTarget } from '../exported-tool';
import { eachTool, projectOf } from '../project';

export const aiSdk: ExportTarget = {
  id: 'ai-sdk',
  title: 'Vercel AI SDK',
  files: (tools, project) =>
    projectOf(tools, project, {
      title: 'the Vercel AI SDK',
      use: "```ts\nimport { generateText } from 'ai';\nimport { toolSet } from './toolset.js';\n\nawait generateText({ model, prompt, tools: toolSet });\n```",
      dependencies: { ai: '^5.0.0 || ^6.0.0 || ^7.0.0' },
      sources: {
        'src/toolset.ts': `import { tool } from 'ai';
import { run } from './run.js';
import * as tools from './tools/index.js';

export const toolSet = {
${eachTool(
  tools,
  (id) => `  [${id}.name]: tool({
    description: ${id}.description,
    inputSchema: ${id}.input,
    execute: (input: ${id}.Input) => run(${id}, input),
  }),`,
)}
};
`,
        'src/call.ts': `import { asSchema } from 'ai';
import { toolSet } from './toolset.js';

interface Callable {
  inputSchema: Parameters<typeof asSchema>[0];
  execute?: (input: never, options: never) => unknown;
}

/** Calls a tool as the AI SDK does: checks the input against its schema, then executes it. */
export async function call(name: string, input: unknown): Promise<unknown> {
  const found = (toolSet as unknown as Record<string, Callable>)[name];
  if (!found?.execute) throw new Error(\`There is no tool named "\${name}".\`);
  const checked = await asSchema(found.inputSchema).validate?.(input);
  if (checked && !checked.success) throw checked.error;
  return found.execute((checked ? checked.value : input) as never, { toolCallId: 'call', messages: [] } as never);
}
`,
      },
    }),
};
