import { loadTokenCounter } from '@/lib/discovery';
import { z } from 'zod';

const ToolsSchema = z.array(
  z.looseObject({
    name: z.string(),
    description: z.string().default(''),
    input_schema: z.record(z.string(), z.unknown()),
  }),
);

/** What a request costs, counted as the page counts the declarations of tools: the two figures stand side by side. */
export async function inputTokensOf({ tools, ...rest }: Readonly<Record<string, unknown>>): Promise<number> {
  const counter = await loadTokenCounter();
  const declared = ToolsSchema.safeParse(tools ?? []);
  const forms = (declared.data ?? []).map(({ name, description, input_schema: parameters }) => ({
    name,
    description,
    parameters,
  }));
  return (
    counter.countTools(forms) + counter.countTokens(JSON.stringify({ system: rest.system, messages: rest.messages }))
  );
}
