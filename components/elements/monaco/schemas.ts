import type { JsonSchema } from '@/lib/schema';
import { jsonDefaults } from 'monaco-editor/languages/features/json/register';

/** The schemas of the texts that are open, by the address of each. */
const schemas = new Map<string, JsonSchema>();

/**
 * Completes and explains a JSON text by its schema. What is wrong is marked by our own validation, in the words a model gets. What it
 * returns ends that.
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
