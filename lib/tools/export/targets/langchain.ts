import type { ExportTarget } from '../exported-tool';
import { eachTool, projectOf, TAKEN_IMAGES } from '../project';

export const langchain: ExportTarget = {
  id: 'langchain',
  title: 'LangChain',
  files: (tools, project) =>
    projectOf(tools, project, {
      title: 'LangChain',
      use: '`npm install @langchain/anthropic` adds a model, and `npm run agent` asks it: `src/agent.ts`. It wants a key in `ANTHROPIC_API_KEY`.',
      images: `Images go to the model as \`image_url\` blocks of the tool message, ${TAKEN_IMAGES}`,
      dependencies: { '@langchain/core': '^1.0.0', langchain: '^1.0.0' },
      sources: {
        'src/agent.ts': `import { createAgent } from 'langchain';
import { langchainTools } from './langchain-tools.js';

const agent = createAgent({ model: 'anthropic:claude-sonnet-4-5', tools: langchainTools });
const { messages } = await agent.invoke({ messages: [{ role: 'user', content: 'What can you do?' }] });
console.log(messages.at(-1)?.content);
`,
        'src/langchain-tools.ts': `import { tool } from '@langchain/core/tools';
import { run, type Illustrated } from './run.js';
import * as tools from './tools/index.js';

export const langchainTools = [
${eachTool(
  tools,
  (id) => `  tool(async (input: ${id}.Input) => contentOf(await run(${id}, input)), {
    name: ${id}.name,
    description: ${id}.description,
    schema: ${id}.input,
  }),`,
)}
];

/** The content of a tool message. */
function contentOf(output: string | Illustrated) {
  if (typeof output === 'string') return output;
  const images = output.images.map(({ data, mimeType }) => ({
    type: 'image_url' as const,
    image_url: { url: \`data:\${mimeType};base64,\${data}\` },
  }));
  return [{ type: 'text' as const, text: output.text }, ...images];
}
`,
        'src/call.ts': `import { langchainTools } from './langchain-tools.js';

interface Callable {
  name: string;
  invoke(input: unknown): Promise<unknown>;
}

/** Calls a tool as LangChain does: checks the input against its schema, then runs it. */
export async function call(name: string, input: unknown): Promise<unknown> {
  const found = (langchainTools as unknown as Callable[]).find((one) => one.name === name);
  if (!found) throw new Error(\`There is no tool named "\${name}".\`);
  const content = await found.invoke(input);
  if (!Array.isArray(content)) return content;
  return content
    .map((part) => (part.type === 'text' ? part.text : \`[image: \${/data:(.*?);/.exec(part.image_url.url)?.[1]}]\`))
    .join('\\n');
}
`,
      },
    }),
};
