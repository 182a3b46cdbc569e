import { exampleOf } from '@/lib/schema/example';
import { literal, namesFor, type ExportedFiles, type ExportedTool } from './exported-tool';
import { zodObjectSource } from './zod-source';

/** The end of a sentence about images that a tool returns. */
export const TAKEN_IMAGES = 'if they are PNG, JPEG, GIF or WebP; of others the model is told that they are there.';

export interface ProjectParts {
  readonly title: string;
  /** Usage, in Markdown. */
  readonly use: string;
  /** What happens to images that a tool returns, if they are not passed on unchanged. */
  readonly images?: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly scripts?: Readonly<Record<string, string>>;
  /**
   * `src/…` → TypeScript. `src/call.ts` exports `call(name, input)`, which calls a tool as the framework does; `src/agent.ts` is
   * an agent that uses the tools: `npm run agent`.
   */
  readonly sources: ExportedFiles;
}

const ZOD = '^4.2.0';

/** A runnable project: `npm install`, `npm start -- <tool> '<input>'`. The tool files are the same for every framework. */
export function projectOf(tools: readonly ExportedTool[], project: string, parts: ProjectParts): ExportedFiles {
  const names = namesFor(tools);
  return {
    'package.json': `${literal({
      name: project,
      version: '1.0.0',
      private: true,
      type: 'module',
      scripts: {
        build: 'tsc',
        start: 'tsc && node dist/main.js',
        ...('src/agent.ts' in parts.sources && { agent: 'tsc && node dist/agent.js' }),
        ...parts.scripts,
      },
      dependencies: { ...parts.dependencies, zod: ZOD },
      devDependencies: { '@types/node': '^20.19.0', typescript: '^5.9.0' },
      engines: { node: '>=20' },
    })}\n`,
    'tsconfig.json': `${literal({
      compilerOptions: {
        target: 'ES2022',
        module: 'NodeNext',
        moduleResolution: 'NodeNext',
        strict: true,
        skipLibCheck: true,
        rootDir: 'src',
        outDir: 'dist',
        types: ['node'],
      },
      include: ['src'],
    })}\n`,
    'README.md': readme(tools, project, parts),
    'src/words.ts': WORDS,
    'src/run.ts': RUN,
    'src/main.ts': MAIN,
    'src/tools/index.ts': index(names),
    ...Object.fromEntries(tools.map((tool, at) => [`src/tools/${names[at]?.file}.ts`, toolFile(tool)])),
    ...parts.sources,
  };
}

const index = (names: readonly { file: string; id: string }[]): string =>
  `import '../words.js';

${names.map(({ file, id }) => `export * as ${id} from './${file}.js';`).join('\n')}\n`;

const toolFile = ({ name, description, inputSchema, zod, handler, annotations = {} }: ExportedTool): string =>
  `import { z } from 'zod';

export const name = ${literal(name)};
export const description = ${literal(description)};
export const annotations = ${literal(annotations)};

export const input = ${zod ?? zodObjectSource(inputSchema)};
export type Input = z.infer<typeof input>;

export const handler: (input: Input) => unknown = ${handler.trim().replace(/;$/, '')};
`;

/** Says what was expected, what came and what to send, as Toolyard does; where Zod says it well, its words stay. */
const WORDS = `import { z } from 'zod';

/** What models are told of an input that is refused, for all schemas of this process. */
z.config({
  customError(issue) {
    const path = z.core.toDotPath(issue.path ?? []);
    const name = path === '' ? 'it' : \`\\\`\${path}\\\`\`;
    const received = (JSON.stringify(issue.input) ?? 'nothing').slice(0, 60);
    switch (issue.code) {
      case 'invalid_type': {
        const expected = TYPES[issue.expected] ?? issue.expected;
        if (issue.input === undefined) return \`required, but missing. Add \${name} (\${expected}).\`;
        return \`expected \${expected}, received \${received}. Send \${name} as \${/^[aio]/.test(expected) ? 'an' : 'a'} \${expected}.\`;
      }
      case 'unrecognized_keys': {
        const fields = issue.inst instanceof z.ZodObject ? Object.keys(issue.inst.shape) : [];
        return \`unknown: \${listed(issue.keys)}. Remove it. The fields are \${listed(fields)}.\`;
      }
      case 'invalid_value':
        return \`received \${received}. Set \${name} to \${issue.values.length > 1 ? 'one of ' : ''}\${listed(issue.values)}.\`;
      case 'invalid_union': {
        const [nearest] = [...issue.errors].sort((a, b) => a.length - b.length);
        if (!nearest) return undefined;
        const issues = nearest.map(({ path, message }) => (path.length > 0 ? \`\${z.core.toDotPath(path)}: \${message}\` : message));
        return \`\${received} fits none of the \${issue.errors.length} forms of \${name}. Of the nearest: \${issues.join(' ')}\`;
      }
      default:
        return undefined;
    }
  },
});

const TYPES: Readonly<Record<string, string>> = { int: 'integer', record: 'object', tuple: 'array' };

const listed = (values: readonly unknown[]): string => values.map((value) => \`\\\`\${String(value)}\\\`\`).join(', ') || 'none';

/** The input as its schema gives it. Throws in words what the schema refuses. */
export async function checked<S extends z.ZodType>(schema: S, input: unknown): Promise<z.output<S>> {
  const { success, data, error } = await schema.safeParseAsync(input);
  if (!success) throw new Error(refusal(error));
  return data;
}

export const refusal = (error: z.ZodError): string =>
  \`The arguments are not valid, so the call was not run.\\n\${z.prettifyError(error)}\\nCorrect them and make the call again.\`;
`;

const RUN = `export interface Image {
  type: 'image';
  /** In base64. */
  data: string;
  mimeType: string;
}
interface Tool<I> {
  handler: (input: I) => unknown;
}

/** Text with the images that go with it. */
export interface Illustrated {
  text: string;
  images: Image[];
}

/** The images that models take; of others they are told. */
const TAKEN = /^image\\/(png|jpeg|gif|webp)$/;

/** Runs a tool's handler. Returns text for the model, with images where there are some; throws where the tool failed. */
export async function run<I>(tool: Tool<I>, input: I): Promise<string | Illustrated> {
  const { text, images } = await runWhole(tool, input);
  const [taken, others] = [true, false].map((is) => images.filter(({ mimeType }) => TAKEN.test(mimeType) === is));
  const said = [text, ...(others ?? []).map(({ mimeType }) => \`[image: \${mimeType}, which models do not take]\`)].join('\\n');
  return taken?.length ? { text: said, images: taken } : said;
}

/** The same with all images, whether models take them or not. */
export async function runWhole<I>(tool: Tool<I>, input: I): Promise<Illustrated> {
  const returned = await tool.handler(input);
  if (typeof returned === 'string') return { text: returned, images: [] };
  if (typeof returned === 'object' && returned !== null && 'text' in returned && typeof returned.text === 'string') {
    if ('success' in returned && returned.success === false) throw new Error(returned.text);
    const content: unknown[] = 'content' in returned && Array.isArray(returned.content) ? returned.content : [];
    return { text: returned.text, images: content.filter(isImage) };
  }
  return { text: JSON.stringify(returned) ?? '', images: [] };
}

const isImage = (part: unknown): part is Image =>
  typeof part === 'object' && part !== null && 'type' in part && part.type === 'image' && 'data' in part && 'mimeType' in part;
`;

const MAIN = `import { call } from './call.js';

// Calls a tool by hand: npm start -- <tool> '<input as JSON>'
const [name = '', input = '{}'] = process.argv.slice(2);
try {
  console.log(await call(name, JSON.parse(input)));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
`;

const readme = (
  tools: readonly ExportedTool[],
  project: string,
  { title, use, images }: ProjectParts,
): string => `# ${project}

${tools.length === 1 ? 'A tool' : 'Tools'} for ${title}, made with Toolyard.

| tool | what it does |
| --- | --- |
${tools.map(({ name, description }) => `| \`${name}\` | ${description.replaceAll('|', '\\|').replace(/\s+/g, ' ')} |`).join('\n')}

## Try it

\`\`\`sh
npm install
${tools[0] ? tryOut(tools[0]) : 'npm run build'}
\`\`\`

## Use it

${use}

${images === undefined ? '' : `${images}\n\n`}The tools are in \`src/tools\`, one file each. They run with all that Node may do: read them before you run them.
`;

/** A shell command line that calls a tool with a valid input. */
function tryOut({ name, inputSchema, example }: ExportedTool): string {
  const input = JSON.stringify(example ?? exampleOf(inputSchema)).replaceAll("'", "'\\''");
  return `npm start -- ${name} '${input}'`;
}

/** One expression per tool in a framework's terms, assuming `import * as tools`. */
export const eachTool = (tools: readonly ExportedTool[], write: (id: string) => string): string =>
  namesFor(tools)
    .map(({ id }) => write(`tools.${id}`))
    .join('\n');
