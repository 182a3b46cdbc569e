import type { CodeRunner, DynamicTool, ToolDraft } from '@/lib/ports';
import { defineTool } from '@/lib/tools/define-tool';
import { failure } from '@/lib/tools/result';
import { eraseTool, type AnyTool } from '@/lib/tools/tool';
import { naming } from '@/lib/tools/system';

/** Milliseconds that a dynamic tool may run. */
const DEADLINE_MS = 10_000;

/**
 * A tool whose body a model or a person wrote: it runs in a sandboxed worker, can reach nothing, and counts as dangerous. Throws
 * if the schema is invalid.
 */
export function toDynamicTool(
  { name, description, schema, body }: ToolDraft | DynamicTool,
  codeRunner: CodeRunner,
): AnyTool {
  return eraseTool(
    defineTool({
      name,
      description,
      input: schema,
      kind: 'other',
      category: 'dynamic',
      source: 'dynamic',
      isReadOnly: false,
      isDangerous: true,
      async execute(input, context) {
        const { signal, onOutput } = context;
        const outcome = await codeRunner.run(
          { source: body, parameters: { input } },
          { signal, deadlineMs: DEADLINE_MS },
        );
        if (outcome.log !== '') onOutput(outcome.log);
        const log = outcome.log === '' ? '' : `\nIt logged:\n${outcome.log}`;
        if (outcome.ok) return { text: textOf(outcome.value) + log };
        const { cause, message } = outcome;
        if (cause === 'aborted') signal.throwIfAborted();
        if (cause === 'deadline')
          return failure('TIMEOUT', `${name} was not done after ${DEADLINE_MS / 1000} s.${log}`);
        if (cause === 'unavailable') return failure('STORE_UNAVAILABLE', `${name} could not be run: ${message}`);
        return failure(
          'EXECUTION_ERROR',
          `${name} failed: ${message}.${naming(context, ['ToolUpdate'], (update) => ` Change its body with ${update}.`)}${log}`,
        );
      },
    }),
  );
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? 'It returned nothing.' : `It returned:\n${JSON.stringify(value, null, 2)}`;
}
