import {
  EXPORT_TARGETS,
  exportTools,
  type ExportedFiles,
  type ExportedTool,
  type ExportTarget,
} from '@/lib/tools/export';
import { strToU8, zipSync } from 'fflate';
import { examplesIn, type CompiledPack, type Pack } from './pack';
import { packFile } from './pack-store';
import { RUN_TOOL, TOOLYARD } from './exported-sources';
import { calledIn, usesIn, type Use } from './uses';

export type PackExport = Pick<ExportTarget, 'id' | 'title'>;

/** The formats a pack can be exported in. */
export const PACK_EXPORTS: readonly PackExport[] = EXPORT_TARGETS;

/**
 * The files of an export, by path. The source of the pack is included unchanged: a framework's project calls it. `hookTypes`:
 * the declarations that hooks are written with.
 */
export function exportPack(id: PackExport['id'], pack: Pack, compiled: CompiledPack, hookTypes: string): ExportedFiles {
  const target = EXPORT_TARGETS.find((one) => one.id === id);
  // The source of the pack: it can become more than its tools alone.
  if (!target || id === 'toolyard-pack') return { [`${pack.name}.toolyard.json`]: packFile(pack) };
  const files = exportTools(
    target,
    compiled.tools.map((tool) => exported(tool, compiled)),
    pack.name,
  );
  if (!('tsconfig.json' in files)) return files;
  const modules = Object.keys(pack.files).filter((path) => path.endsWith('.ts'));
  return {
    ...files,
    'README.md': `${files['README.md']}${aboutSource(pack, compiled)}`,
    ...Object.fromEntries(Object.entries(pack.files).map(([path, text]) => inPlace(path, text))),
    'src/toolyard.ts': TOOLYARD,
    'src/hooks.d.ts': hookTypes,
    'src/run-tool.ts': `${modules.map((path, at) => `import * as file${at} from './pack/${path.replace(/\.ts$/, '.js')}';\n`).join('')}${RUN_TOOL(modules.map((_, at) => `file${at}`))}`,
  };
}

/** The end of the README: where the source is, and what it needs that the project lacks. */
function aboutSource(pack: Pack, { tools }: CompiledPack): string {
  const own = new Set(tools.map(({ name }) => name));
  const { names, others } = calledIn(pack);
  const called = [
    ...names.flatMap((name) => (own.has(name) ? [] : [`\`${name}\``])),
    ...(others ? ['tools whose names it works out as it runs'] : []),
  ];
  const needs = `
## What it needs

The source calls ${AND.format(called)}. What is a tool of Toolyard, this project does not have: until \`src/run-tool.ts\` says what it does
here, such a call fails with \`UNSUPPORTED\`, and says so.
`;
  return `What they do is in \`src/pack\`, the source of the pack.\n${called.length > 0 ? needs : ''}${aboutGuards(pack)}`;
}

const AND = new Intl.ListFormat('en');

const REACHES: Readonly<Partial<Record<Use, string>>> = {
  files: 'reads and changes files',
  shell: 'runs commands',
  fetch: 'fetches from the web',
};

/** What Toolyard guards against and the project does not. */
function aboutGuards(pack: Pack): string {
  const reaches = usesIn(pack).flatMap((use) => REACHES[use] ?? []);
  if (reaches.length === 0) return '';
  return `
## What nobody guards here

The source ${AND.format(reaches)}. In Toolyard your rules decide about each such call, in a sandbox, and private addresses are
refused. Here it has the rights of the process: say in \`src/run-tool.ts\` what it may do.
`;
}

function exported(
  { name, description, schema, kind }: CompiledPack['tools'][number],
  pack: CompiledPack,
): ExportedTool {
  const [example] = examplesIn(pack.cases, name);
  return {
    name,
    description,
    inputSchema: schema,
    handler: `async (input) => (await import('../run-tool.js')).runTool(${JSON.stringify(name)}, input)`,
    annotations: { readOnlyHint: kind === 'read' },
    ...(example && { example }),
  };
}

/**
 * A file of a pack in the form that Node reads: imports have extensions, `toolyard` is next to the pack, and JSON is a module.
 */
function inPlace(path: string, text: string): [path: string, text: string] {
  if (path.endsWith('.json')) return [`src/pack/${path}.ts`, `export default ${text.trim()};\n`];
  if (!path.endsWith('.ts')) return [`src/pack/${path}`, text];
  const placed = text.replace(
    /(\bfrom\s*|\bimport\s*)(['"])(toolyard|\.{1,2}\/[^'"\n]+)\2/g,
    (_, before: string, quote: string, name: string) => {
      const named =
        name === 'toolyard' ? `${'../'.repeat(path.split('/').length)}toolyard` : name.replace(/\.[tj]s$/, '');
      return `${before}${quote}${named}.js${quote}`;
    },
  );
  return [`src/pack/${path}`, placed];
}

/** A zip archive with these files in one folder. */
export const zipOf = (files: ExportedFiles, folder: string): Uint8Array<ArrayBuffer> =>
  zipSync({ [folder]: Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])) });
