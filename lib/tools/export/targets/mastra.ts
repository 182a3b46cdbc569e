import type { ExportTarget } from '../exported-tool';
import { eachTool, projectOf } from '../project';

export const mastra: ExportTarget = {
  id: 'mastra',
  title: 'Mastra',
  files: (tools, project) =>
    projectOf(tools, project, {
      title: 'Mastra',
      use: '`npm run agent` asks a model: `src/agent.ts`. It wants a key in `ANTHROPIC_API_KEY`.',
      dependencies: { '@mastra/core': '^1.0.0' },
      sources: {
        'src/agent.ts': `import { Agent } from '@mastra/core/agent';
import { mastraTools } from './mastra-tools.js';

const agent = new Agent({
  id: 'assistant',
  name: 'Assistant',
  instructions: 'Use the tools.',
  model: 'anthropic/claude-sonnet-4-5',
  tools: mastraTools,
});
const { text } = await agent.generate('What can you do?');
console.log(text);
`,
        'src/mastra-tools.ts': `import { createTool } from '@mastra/core/tools';
import { run } from './run.js';
import * as tools from './tools/index.js';

export const mastraTools = {
${eachTool(
  tools,
  (id) => `  [${id}.name]: createTool({
    id: ${id}.name,
    description: ${id}.description,
    inputSchema: ${id}.input,
    execute: async (input) => run(${id}, ${id}.input.parse(input)),
  }),`,
)}
};
`,
        'src/call.ts': `import { mastraTools } from './mastra-tools.js';

interface Callable {
  execute?: (input: never, context: never) => unknown;
}

/** Calls a tool as a Mastra agent does; an input that is refused comes back as a value. */
export async function call(name: string, input: unknown): Promise<unknown> {
  const found = (mastraTools as unknown as Record<string, Callable>)[name];
  if (!found?.execute) throw new Error(\`There is no tool named "\${name}".\`);
  const returned = await found.execute(input as never, {} as never);
  if (typeof returned === 'object' && returned !== null && 'error' in returned) {
    throw new Error('message' in returned ? String(returned.message) : 'The input was refused.');
  }
  return returned;
}
`,
      },
    }),
};
