import { literal, namesFor, type ExportTarget } from '../exported-tool';
import { projectOf, TAKEN_IMAGES } from '../project';

export const openaiAgents: ExportTarget = {
  id: 'openai-agents',
  title: 'OpenAI Agents SDK',
  files(tools, project) {
    const names = namesFor(tools);
    return projectOf(tools, project, {
      title: 'the OpenAI Agents SDK',
      use: '`npm run agent` asks a model: `src/agent.ts`. It wants a key in `OPENAI_API_KEY`.',
      images: `Images go to the model as image outputs, ${TAKEN_IMAGES}`,
      dependencies: { '@openai/agents': '^0.20.0' },
      sources: {
        'src/agent.ts': `import { Agent, run } from '@openai/agents';
import { agentTools } from './agent-tools.js';

const { finalOutput } = await run(new Agent({ name: 'Assistant', tools: agentTools }), 'What can you do?');
console.log(finalOutput);
`,
        'src/agent-tools.ts': `import { tool } from '@openai/agents';
import { run, type Illustrated } from './run.js';
import * as tools from './tools/index.js';
import { checked } from './words.js';

// Not strict: strict mode wants every field required. The input is checked by Zod before a tool runs.
export const agentTools = [
${tools
  .map(({ inputSchema }, at) => {
    const id = `tools.${names[at]?.id}`;
    const { properties = {}, required = [] } = inputSchema;
    return `  tool({
    name: ${id}.name,
    description: ${id}.description,
    parameters: ${literal({ ...inputSchema, type: 'object', properties, required, additionalProperties: true })},
    strict: false,
    execute: async (input: unknown) => outputOf(await run(${id}, await checked(${id}.input, input))),
    errorFunction: (_context, error) => \`The tool failed: \${error instanceof Error ? error.message : String(error)}\`,
  }),`;
  })
  .join('\n')}
];

/** Text, or text with images. */
function outputOf(output: string | Illustrated) {
  if (typeof output === 'string') return output;
  const images = output.images.map(({ data, mimeType }) => ({ type: 'image' as const, image: { data, mediaType: mimeType } }));
  return [{ type: 'text' as const, text: output.text }, ...images];
}
`,
        'src/call.ts': `import { RunContext } from '@openai/agents';
import { agentTools } from './agent-tools.js';

/** Calls a tool as a run of an agent does; a failure is text, too. */
export async function call(name: string, input: unknown): Promise<unknown> {
  // The SDK puts _ for what OpenAI does not take in a name.
  const found = agentTools.find((one) => one.name === name.replace(/[^\\w]/g, '_'));
  if (!found) throw new Error(\`There is no tool named "\${name}".\`);
  const output: unknown = await found.invoke(new RunContext(), JSON.stringify(input));
  if (Array.isArray(output)) {
    return output.map((part) => (part.type === 'text' ? part.text : \`[image: \${part.image.mediaType}]\`)).join('\\n');
  }
  if (String(output).startsWith('The tool failed: ')) throw new Error(String(output));
  return output;
}
`,
      },
    });
  },
};
