import type { Preset } from './preset';

const PATH = { path: 'file_path' };
const TEXTS = { old_text: 'old_string', new_text: 'new_string' };
const REPLACEMENT = {
  type: 'object',
  properties: {
    old_text: { type: 'string', minLength: 1, description: 'The text as it stands in the file, once.' },
    new_text: { type: 'string', description: 'What takes its place.' },
  },
  required: ['old_text', 'new_text'],
  additionalProperties: false,
};

/** A coding assistant's ten tools: five kinds, 30 seconds, and a code for every failure. */
export const dskcode: Preset = {
  id: 'dskcode',
  title: 'dskcode',
  about: 'Ten tools in snake case, five kinds, 30 seconds for every call, and READ_ERROR where a file is missing.',
  track: 'json-schema',
  deadlineMs: 30_000,
  kinds: ['read', 'edit', 'delete', 'move', 'other'],
  codes: { NOT_FOUND: 'READ_ERROR' },
  tools: [
    {
      name: 'read_file',
      executor: 'Read',
      fields: { ...PATH, startLine: 'offset' },
      without: ['limit'],
      own: {
        endLine: { type: 'integer', minimum: 1, description: 'The last line to read, from 1. Default: 2,000 lines.' },
      },
      read({ endLine, ...input }) {
        const { offset = 1 } = input;
        if (typeof endLine !== 'number' || typeof offset !== 'number') return input;
        return { ...input, limit: Math.max(1, endLine - offset + 1) };
      },
    },
    { name: 'write_file', executor: 'Write', fields: PATH, without: ['expected_hash'] },
    { name: 'edit_file', executor: 'Edit', fields: { ...PATH, ...TEXTS }, without: ['replace_all', 'expected_hash'] },
    { name: 'bash', executor: 'Bash', without: ['description', 'run_in_background', 'dangerously_disable_sandbox'] },
    { name: 'grep', executor: 'Grep', without: ['-A', '-B', '-C', '-n', 'multiline', 'output_mode'] },
    { name: 'glob', executor: 'Glob' },
    {
      name: 'fetch',
      executor: 'WebFetch',
      without: ['prompt'],
      read: (input) => ({ ...input, prompt: 'What does this page say?' }),
    },
    {
      name: 'multi_edit',
      executor: 'MultiEdit',
      fields: PATH,
      without: ['edits'],
      own: {
        edits: {
          type: 'array',
          minItems: 1,
          items: REPLACEMENT,
          description: 'The replacements, in order; all or none.',
        },
      },
      read: ({ edits, ...input }) => ({ ...input, edits: Array.isArray(edits) ? edits.map(replacement) : edits }),
    },
    {
      name: 'delete_range',
      executor: 'DeleteRange',
      fields: { ...PATH, startLine: 'start_line', endLine: 'end_line' },
      without: ['expected_hash'],
    },
    { name: 'ls', executor: 'Ls' },
  ],
};

function replacement(edit: unknown): unknown {
  const { old_text, new_text } = Object(edit);
  return { old_string: old_text, new_string: new_text };
}
