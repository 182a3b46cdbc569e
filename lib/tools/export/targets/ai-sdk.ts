import type { ExportTarget } from '../exported-tool';
import { eachTool, projectOf, TAKEN_IMAGES } from '../project';

export const aiSdk: ExportTarget = {
  id: 'ai-sdk',
  title: 'Vercel AI SDK',
  // oxlint-disable-next-line max-lines-per-function -- a table of files
  files: (tools, project) =>
    projectOf(tools, project, {
      title: 'the Vercel AI SDK',
      use: '`npm run agent` asks a model: `src/agent.ts`. A model of the AI Gateway wants its key in `AI_GATEWAY_API_KEY`; those of packages such as\n`@ai-sdk/anthropic` want their own.',
      images: `Images go to the model by way of \`toModelOutput\`, ${TAKEN_IMAGES}`,
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
        'src/toolset.ts': `import { asSchema, jsonSchema, tool } from 'ai';
import type { z } from 'zod';
import { run, type Illustrated } from './run.js';
import * as tools from './tools/index.js';
import { refusal } from './words.js';

export const toolSet = {
${eachTool(
  tools,
  (id) => `  [${id}.name]: tool({
    description: ${id}.description,
    inputSchema: inWords(${id}.input),
    execute: (input: ${id}.Input) => run(${id}, input),
    toModelOutput: modelOutput as never,
  }),`,
)}
};

/** The schema as the SDK takes it from Zod. What it refuses is said in words, where the SDK would show the JSON of Zod's issues. */
function inWords<S extends z.ZodType>(schema: S) {
  return jsonSchema<z.output<S>>(asSchema(schema).jsonSchema, {
    async validate(value) {
      const { success, data, error } = await schema.safeParseAsync(value);
      return success ? { success, value: data } : { success, error: new Error(refusal(error)) };
    },
  });
}

type Output = string | Illustrated;

/** What a model is told: text, or text with images. The SDK hands over the output; since version 6 in an object, and images have another name. */
export function modelOutput(given: Output | { output: Output }) {
  const isNewer = typeof given === 'object' && 'output' in given;
  const output = isNewer ? given.output : given;
  if (typeof output === 'string') return { type: 'text' as const, value: output };
  const type = isNewer ? ('image-data' as const) : ('media' as const);
  const images = output.images.map(({ data, mimeType }) => ({ type, data, mediaType: mimeType }));
  return { type: 'content' as const, value: [{ type: 'text' as const, text: output.text }, ...images] };
}
`,
        'src/call.ts': `import { asSchema } from 'ai';
import type { Illustrated } from './run.js';
import { modelOutput, toolSet } from './toolset.js';

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
  const options = { toolCallId: 'call', messages: [] };
  const output = await found.execute((checked ? checked.value : input) as never, options as never);
  const told = modelOutput(output as string | Illustrated);
  if (told.type === 'text') return told.value;
  return told.value.map((part) => (part.type === 'text' ? part.text : \`[image: \${part.mediaType}]\`)).join('\\n');
}
`,
      },
    }),
};
