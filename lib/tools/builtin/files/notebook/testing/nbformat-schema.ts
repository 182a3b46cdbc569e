/** The published JSON Schema of Jupyter notebooks, format 4.4 or 4.5, without its descriptions. */
export const nbformatSchema = (minor: 4 | 5) => ({
  type: 'object',
  additionalProperties: false,
  required: ['metadata', 'nbformat_minor', 'nbformat', 'cells'],
  properties: {
    metadata: {
      type: 'object',
      properties: {
        kernelspec: {
          type: 'object',
          required: ['name', 'display_name'],
          properties: { name: string, display_name: string },
        },
        language_info: {
          type: 'object',
          required: ['name'],
          properties: {
            name: string,
            codemirror_mode: { oneOf: [string, { type: 'object' }] },
            file_extension: string,
            mimetype: string,
            pygments_lexer: string,
          },
        },
        orig_nbformat: { type: 'integer', minimum: 1 },
        title: string,
        authors: { type: 'array' },
      },
    },
    nbformat_minor: minor === 5 ? { type: 'integer', minimum: 5 } : { type: 'integer', minimum: 4 },
    nbformat: { type: 'integer', minimum: 4, maximum: 4 },
    cells: { type: 'array', items: { oneOf: [raw(minor), markdown(minor), code(minor)] } },
  },
});

const string = { type: 'string' };
const multiline = { oneOf: [string, { type: 'array', items: string }] };
const count = { type: ['integer', 'null'], minimum: 0 };
const mimeBundle = {
  type: 'object',
  additionalProperties: multiline,
  patternProperties: { '^application/(.*\\+)?json$': {} },
};
const attachments = { type: 'object', patternProperties: { '.*': mimeBundle } };
const common = {
  jupyter: { type: 'object' },
  name: { type: 'string', pattern: '^.+$' },
  tags: { type: 'array', uniqueItems: true, items: { type: 'string', pattern: '^[^,]+$' } },
};

/** A cell with only the given fields, plus an id in format 4.5. */
function cell(minor: 4 | 5, type: string, metadata: object, fields: Record<string, object>, required: string[]) {
  const id = { type: 'string', pattern: '^[a-zA-Z0-9-_]+$', minLength: 1, maxLength: 64 };
  return {
    type: 'object',
    additionalProperties: false,
    required: [...(minor === 5 ? ['id'] : []), 'cell_type', 'metadata', 'source', ...required],
    properties: {
      ...(minor === 5 && { id }),
      cell_type: { enum: [type] },
      metadata: { type: 'object', properties: { ...common, ...metadata } },
      source: multiline,
      ...fields,
    },
  };
}

const raw = (minor: 4 | 5) => cell(minor, 'raw', { format: string }, { attachments }, []);
const markdown = (minor: 4 | 5) => cell(minor, 'markdown', {}, { attachments }, []);
const code = (minor: 4 | 5) =>
  cell(
    minor,
    'code',
    {
      execution: { type: 'object', patternProperties: { '^.*$': string } },
      collapsed: { type: 'boolean' },
      scrolled: { enum: [true, false, 'auto'] },
    },
    { outputs: { type: 'array', items: { oneOf: outputs } }, execution_count: count },
    ['outputs', 'execution_count'],
  );

const output = (type: string, fields: Record<string, object>) => ({
  type: 'object',
  additionalProperties: false,
  required: ['output_type', ...Object.keys(fields)],
  properties: { output_type: { enum: [type] }, ...fields },
});

const outputs = [
  output('execute_result', { execution_count: count, data: mimeBundle, metadata: { type: 'object' } }),
  output('display_data', { data: mimeBundle, metadata: { type: 'object' } }),
  output('stream', { name: string, text: multiline }),
  output('error', { ename: string, evalue: string, traceback: { type: 'array', items: string } }),
];
