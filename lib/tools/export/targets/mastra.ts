import type { ExportTarget } from '../exported-tool';
import { eachTool, projectOf, TAKEN_IMAGES } from '../project';

export const mastra: ExportTarget = {
  id: 'mastra',
  title: 'Mastra',
  files: (tools, project) =>
    projectOf(tools, project, {
      title: 'Mastra',
      use: '`npm run agent` asks a model: `src/agent.ts`. It wants a key in `ANTHROPIC_API_KEY`.',
      images: `Images go to the model by way of \`toModelOutput\`, ${TAKEN_IMAGES}`,
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
import { run, type Illustrated } from './run.js';
import * as tools from './tools/index.js';
import { checked } from './words.js';

export const mastraTools = {
${eachTool(
  tools,
  (id) => `  [${id}.name]: createTool({
    id: ${id}.name,
    description: ${id}.description,
    inputSchema: ${id}.input,
    execute: async (input) => run(${id}, await checked(${id}.input, input)),
    toModelOutput: modelOutput,
  }),`,
)}
};

/** What a model is told: text, or text with images. */
export function modelOutput(given: unknown) {
  const output = given as string | Illustrated;
  if (typeof output === 'string') return { type: 'text' as const, value: output };
  const images = output.images.map(({ data, mimeType }) => ({ type: 'image-data' as const, data, mediaType: mimeType }));
  return { type: 'content' as const, value: [{ type: 'text' as const, text: output.text }, ...images] };
}
`,
        'src/call.ts': `import { mastraTools, modelOutput } from './mastra-tools.js';

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
  const told = modelOutput(returned);
  if (told.type === 'text') return told.value;
  return told.value.map((part) => (part.type === 'text' ? part.text : \`[image: \${part.mediaType}]\`)).join('\\n');
}
`,
      },
    }),
};
