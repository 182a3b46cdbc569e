import type { ExportTarget } from '../exported-tool';
import { eachTool, projectOf } from '../project';

export const aiSdk: ExportTarget = {
  id: 'ai-sdk',
  title: 'Vercel AI SDK',
  files: (tools, project) =>
    projectOf(tools, project, {
      title: 'the Vercel AI SDK',
      use: '`npm run agent` asks a model: `src/agent.ts`. A model of the AI Gateway wants its key in `AI_GATEWAY_API_KEY`; those of packages such as\n`@ai-sdk/anthropic` want their own.',
      dependencies: { ai: '^5.0.0 || ^6.0.0 || ^7.0.0' },
      sources: {
        'src/agent.ts': `import { generateText, stepCountIs } from 'ai';
import { toolSet } from './toolset.js';

const { text } = await generateText({
  model: 'anthropic/claude-sonnet-4.5',
  prompt: 'What can you do?',
  tools: toolSet,
  stopWhen: stepCountIs(10),
});
console.log(text);
`,
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
