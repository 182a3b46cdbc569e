import type { Preset, PresetTool } from '../preset';
import { behaviour } from './behaviour';
import { fetchAsDescribed } from './fetch-page';
import { tellEdit } from './tell-edit';

const PATH = { path: 'file_path' };
const TEXTS = { old_text: 'old_string', new_text: 'new_string' };
const DEADLINE_MS = 30_000;

const READ_FILE: PresetTool = {
  name: 'read_file',
  executor: 'Read',
  fields: { ...PATH, startLine: 'offset' },
  without: ['limit'],
  own: {
    startLine: { type: 'integer', minimum: 1, description: 'The first line to read, from 1. Default 1.' },
    endLine: { type: 'integer', minimum: 1, description: 'The last line to read, from 1. Default: 2,000 lines.' },
  },
  description:
    'Reads a file and shows its lines numbered as `cat -n` does. Use it for source code, settings and other text, and in the ' +
    'place of cat in a command; several files can be read in one turn. Do not use it for folders (use ls) or to look for ' +
    'something in many files (use grep). ' +
    'If a file is too long, read on with startLine and endLine. After READ_ERROR look for the file with glob. The line ' +
    'numbers and the tab after them are not part of the file.',
  read({ endLine, ...input }) {
    const { offset = 1 } = input;
    if (typeof endLine !== 'number' || typeof offset !== 'number') return input;
    return { ...input, limit: Math.max(1, endLine - offset + 1) };
  },
};

/** A coding assistant's tools: five kinds, 30 seconds, and a code for every failure. */
export const dskcode: Preset = {
  id: 'dskcode',
  title: 'dskcode',
  about:
    'Few tools in snake case, five kinds, 30 seconds for every call, messages in Chinese, and a code for every failure.',
  behaviour,
  track: 'json-schema',
  kinds: ['read', 'edit', 'delete', 'move', 'other'],
  tools: [
    READ_FILE,
    {
      name: 'write_file',
      executor: 'Write',
      fields: PATH,
      without: ['expected_hash'],
      description:
        'Creates a file, or replaces the whole of one, whether it was read before or not; missing folders are created. Use it ' +
        'for new files. To change a part of a file do not use it, use edit_file: it is shorter and shows what changed. After ' +
        'OUTSIDE_WRITE_ROOTS choose a path in the folders that are named. Line ends and encoding of an existing file are kept.',
    },
    {
      name: 'edit_file',
      executor: 'Edit',
      fields: { ...PATH, ...TEXTS },
      without: ['replace_all', 'expected_hash'],
      description:
        'Replaces a piece of text in a file; it reads the file itself. old_text must match exactly, white space included, ' +
        'and occur exactly once. Do not use it to create a file or to replace the whole of one: use write_file. After ' +
        'TEXT_MULTIPLE_MATCHES give more of the lines around it; after TEXT_NOT_FOUND compare with the lines the result ' +
        'shows, or read the file with read_file.',
      tell: tellEdit,
    },
    {
      name: 'bash',
      executor: 'Bash',
      without: ['description', 'run_in_background', 'dangerously_disable_sandbox'],
      own: {
        timeout: {
          type: 'integer',
          minimum: 1,
          maximum: DEADLINE_MS,
          description: `Milliseconds it may take. Default and most: ${DEADLINE_MS}.`,
        },
      },
      description:
        'Runs a bash command in the sandbox and shows its output and its exit code. Use it for tests, builds and programs. Do ' +
        'not use it to read, search or change files: read_file, grep, glob and edit_file do that better and show what they ' +
        'do. There is no network and no terminal to type into, and nothing goes on once the command has ended. After EXIT_CODE_1 ' +
        'or another number read the output, mend the cause and run it again; after TIMEOUT do less at once.',
    },
    { name: 'grep', executor: 'Grep', without: ['-A', '-B', '-C', '-n', 'multiline', 'output_mode'] },
    { name: 'glob', executor: 'Glob' },
    {
      name: 'fetch',
      executor: 'WebFetch',
      without: ['prompt'],
      description:
        'Reads one public web page and shows its text; the server fetches it and turns it into Markdown. Use it for a page ' +
        'whose address you know. Do not use it for files of the sandbox (use read_file), or for addresses of a private ' +
        'network. After URL_REFUSED or READ_ERROR try another address; if the page has moved to another host, call it again ' +
        'with the address you are told.',
      read: (input) => ({ ...input, prompt: 'The whole page.' }),
      before: fetchAsDescribed,
    },
    { name: 'ls', executor: 'Ls' },
    { ...READ_FILE, name: 'read_file_zod', track: 'zod' },
  ],
};
