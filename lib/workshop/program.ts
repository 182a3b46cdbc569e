import { z } from 'zod';

/** A reply of the runtime. The runtime runs beside untrusted code, so its replies are validated. */
export const ReplySchema = z.discriminatedUnion('is', [
  z.object({
    is: z.literal('description'),
    tools: z.array(z.unknown()),
    hooks: z.array(z.unknown()),
    categories: z.unknown(),
    cases: z.array(z.unknown()),
  }),
  z.object({ is: z.literal('result'), value: z.unknown().optional() }),
  z.object({
    is: z.literal('refused'),
    issues: z.array(z.object({ path: z.array(z.union([z.string(), z.number()])), message: z.string() })).min(1),
  }),
  z.object({
    is: z.literal('asks'),
    asks: z.array(z.object({ name: z.string(), port: z.boolean(), input: z.string() })).max(50),
  }),
  z.object({ is: z.literal('threw'), message: z.string(), error: z.string().optional() }),
]);

/** The body of the function that the sandboxed worker runs: the runtime, and the modules passed to it. */
export const sourceOf = (runtime: string, program: string): string =>
  `${runtime}\nreturn toolyardRuntime(${program}, request);`;

/** The source of a hook that asks a hook of a pack, and throws what that throws. */
export const hookSourceOf = (runtime: string, program: string, hook: string): string =>
  `${runtime}
return toolyardRuntime(${program}, { do: 'hook', hook: ${JSON.stringify(hook)}, event }).then((reply) => {
  if (reply.is === 'threw') throw reply.message;
  return reply.value;
});`;
