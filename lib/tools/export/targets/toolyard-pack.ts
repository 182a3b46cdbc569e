import { transform } from 'sucrase';
import { z } from 'zod';
import { literal, type ExportedTool, type ExportTarget } from '../exported-tool';

/** A pack in one file: dynamic tools in Toolyard's format. */
export const ToolPackSchema = z.object({
  toolyard: z.literal('pack'),
  version: z.literal(1),
  name: z.string().min(1),
  tools: z.array(
    z.object({
      name: z.string().min(1),
      description: z.string(),
      schema: z.record(z.string(), z.unknown()),
      /** JavaScript: the body of an async function of `input`. */
      body: z.string(),
      /** The source from which the body was made. */
      source: z.object({ handler: z.string(), zod: z.string().optional() }).optional(),
      annotations: z.record(z.string(), z.boolean()).optional(),
    }),
  ),
});
export type ToolPack = z.infer<typeof ToolPackSchema>;

export const toolyardPack: ExportTarget = {
  id: 'toolyard-pack',
  title: 'Toolyard pack',
  files: (tools, project) => {
    const pack: ToolPack = { toolyard: 'pack', version: 1, name: project, tools: tools.map(packed) };
    return { [`${project}.toolyard.json`]: `${literal(pack)}\n` };
  },
};

function packed({
  name,
  description,
  inputSchema,
  handler,
  zod,
  annotations,
}: ExportedTool): ToolPack['tools'][number] {
  return {
    name,
    description,
    schema: { ...inputSchema },
    body: `return (${withoutTypes(handler)})(input);`,
    source: { handler, ...(zod !== undefined && { zod }) },
    ...(annotations && { annotations }),
  };
}

function withoutTypes(handler: string): string {
  const expression = handler.trim().replace(/;$/, '');
  const { code } = transform(`(${expression})`, { transforms: ['typescript'], disableESTransforms: true });
  return code.trim().replace(/^\(([^]*)\)$/, '$1');
}
