import { build } from 'esbuild';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import * as library from '.';

/** What the library is known by; more is exported, for the parts of this project. */
const FACE = [
  'defineTool',
  'tool',
  'createToolServer',
  'createSdkMcpServer',
  'validate',
  'createRegistry',
  'assembleToolPool',
  'filterTools',
  'RestrictionStack',
  'ActivationSet',
  'createDispatcher',
  'schedule',
  'toApiTool',
  'eraseTool',
  'parsePartialJson',
  'toJsonSchema',
  'fromJsonSchema',
  'createAgent',
];

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The files of a bundle for a browser: those that load at once, and all of them. */
async function bundled(entry: string): Promise<{ first: string[]; all: string[] }> {
  const { metafile } = await build({
    entryPoints: [entry],
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'browser',
    outdir: 'out',
    write: false,
    metafile: true,
    logLevel: 'silent',
    alias: { '@': root },
    // The shell's parser has a build for browsers that bundlers of pages are told of.
    external: ['node:*'],
  });
  const outputs = Object.entries(metafile.outputs);
  const reached = new Set(outputs.filter(([, output]) => output.entryPoint === entry).map(([path]) => path));
  for (const path of reached) {
    const imports = metafile.outputs[path]?.imports ?? [];
    for (const each of imports) if (each.kind === 'import-statement') reached.add(each.path);
  }
  const inputs = (paths: Iterable<string>): string[] =>
    [...paths].flatMap((path) => Object.keys(metafile.outputs[path]?.inputs ?? {}));
  return { first: inputs(reached), all: Object.keys(metafile.inputs) };
}

describe('the public face', () => {
  const exported = new Map<string, unknown>(Object.entries(library));

  it.each(FACE)('%s', (name) => {
    expect(exported.get(name)).toBeTypeOf('function');
  });

  it('ERROR_CODES is the closed union', () => {
    expect(library.ERROR_CODES).toContain('TOOL_NOT_FOUND');
    expect(new Set(library.ERROR_CODES).size).toBe(library.ERROR_CODES.length);
  });
});

describe('in a browser', () => {
  it('needs no framework, and fetches what talks to a provider when it is first needed', async () => {
    const { first, all } = await bundled('lib/tools/index.ts');
    expect(all.filter((file) => /node_modules\/(react|react-dom|next)\//.test(file))).toEqual([]);
    expect(first.filter((file) => /@anthropic-ai\/sdk/.test(file))).toEqual([]);
    expect(all.some((file) => /@anthropic-ai\/sdk/.test(file))).toBe(true);
    expect(
      all.filter((file) => /^(components|app|lib\/(host|sandbox|stores|threads\/sqlite|server))\//.test(file)),
    ).toEqual([]);
  });

  it.each(['lib/client/executor/make-toolset.ts', 'lib/tools/builtin/index.ts'])(
    '%s costs a page neither an MCP server nor a model',
    async (entry) => {
      const { all } = await bundled(entry);
      expect(all.filter((file) => /@modelcontextprotocol|@anthropic-ai|lib\/models/.test(file))).toEqual([]);
    },
  );
});
