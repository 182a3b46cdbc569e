import type { JsonSchema } from '@/lib/schema';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register';

/** The schema of each open text, by its address. */
const schemas = new Map<string, JsonSchema>();

/**
 * Adds completion and hovers to a JSON text, from its schema. Errors are marked by our own validation, in the words that a
 * model gets. Returns a function that removes them.
 */
export function attachSchema(address: string, schema: JsonSchema): () => void {
  schemas.set(address, schema);
  tell();
  return () => {
    schemas.delete(address);
    tell();
  };
}

function tell(): void {
  jsonDefaults.setDiagnosticsOptions({
    validate: true,
    schemaValidation: 'ignore',
    enableSchemaRequest: false,
    schemas: [...schemas].map(([uri, schema]) => ({ uri: `${uri}#schema`, fileMatch: [uri], schema })),
  });
}
