import type { Questions, Services } from '@/lib/ports';
import { createMemoryStore, openTaskStore } from '@/lib/stores';
import { coreTools } from './';
import type { Bench } from '../testing/bench';
import { fourCases, type Around } from './testing/four-cases';

const LINES = Array.from({ length: 3000 }, (_, index) => `line ${index + 1}\n`).join('');

const written =
  (path: string, content: string) =>
  (bench: Bench): Promise<unknown> =>
    bench.write(path, content);
const readAfter =
  (path: string, content: string) =>
  async (bench: Bench): Promise<unknown> => {
    await bench.write(path, content);
    return bench.call('Read', { file_path: path });
  };
const empty = async (bench: Bench, count: number): Promise<void> => {
  for (let index = 0; index < count; index++) await bench.write(`many/${index}.txt`, '');
};

/** A server that answers every request with this, and counts them. */
const serving =
  (answer: object): Around =>
  () => {
    const asked: unknown[] = [];
    const services: Services = {
      async post(name, body, schema, signal) {
        signal.throwIfAborted();
        asked.push([name, body]);
        return schema.parse(answer);
      },
    };
    return { ports: { services }, state: () => [...asked] };
  };
const page = (text: string) => ({ kind: 'page', title: 'Tea', by: 'model', text, cut: false, cached: false, bytes: 9 });
const results = (count: number) => ({
  source: 'engine',
  results: Array.from({ length: count }, (_, index) => ({
    title: `Tea ${index}`,
    url: `https://${index}.example/`,
    excerpt: 'How to make tea. '.repeat(20),
  })),
});

/** A person who answers every question with this. */
const answering =
  (answer: string): Around =>
  () => {
    const asked: unknown[] = [];
    const questions: Questions = {
      async ask(request, signal) {
        signal.throwIfAborted();
        asked.push(request);
        return request.questions.map(() => [answer]);
      },
    };
    return { ports: { questions }, state: () => [...asked] };
  };
const QUESTION = { question: 'Which one?', options: [{ label: 'Red' }, { label: 'Blue' }] };

const withTasks: Around = async (leave) => {
  const tasks = await openTaskStore({ table: createMemoryStore(), threadId: 't', now: Date.now, signal: leave });
  return { ports: { tasks }, state: () => tasks.value.map(({ id, status }) => [id, status, tasks.output(id)]) };
};
const inBackground = (command: string) => (bench: Bench) => bench.call('Bash', { command, run_in_background: true });
const UNKNOWN_ID = 'x'.repeat(20_000);

fourCases(coreTools, {
  Read: {
    arrange: written('a.txt', 'one\n'),
    input: { file_path: 'a.txt' },
    wrong: [{ file_path: 'a.txt', offset: 0 }, '$.offset'],
    deny: 'Read(*.txt)',
    over: { arrange: written('a.txt', LINES), notice: /lines 1–2000 of 3000 .* read on with offset 2001\]$/ },
  },
  Write: {
    input: { file_path: 'a.txt', content: 'one\n' },
    wrong: [{ file_path: 'a.txt', content: 1 }, '$.content'],
    deny: 'Write(*.txt)',
    over: { input: { file_path: 'a.txt', content: LINES }, patch: true },
  },
  Edit: {
    arrange: readAfter('a.txt', 'one\n'),
    input: { file_path: 'a.txt', old_string: 'one', new_string: 'two' },
    wrong: [{ file_path: 'a.txt', old_string: '', new_string: 'two' }, '$.old_string'],
    deny: 'Edit(*.txt)',
    over: {
      arrange: readAfter('a.txt', LINES),
      input: { file_path: 'a.txt', old_string: 'line', new_string: 'row', replace_all: true },
      patch: true,
    },
  },
  MultiEdit: {
    arrange: readAfter('a.txt', 'one\n'),
    input: { file_path: 'a.txt', edits: [{ old_string: 'one', new_string: 'two' }] },
    wrong: [{ file_path: 'a.txt', edits: [{ old_string: 'one', new_string: null }] }, '$.edits[0].new_string'],
    deny: 'MultiEdit(*.txt)',
    over: {
      arrange: readAfter('a.txt', LINES),
      input: { file_path: 'a.txt', edits: [{ old_string: 'line', new_string: 'row', replace_all: true }] },
      patch: true,
    },
  },
  DeleteRange: {
    arrange: readAfter('a.txt', 'one\ntwo\n'),
    input: { file_path: 'a.txt', start_line: 1, end_line: 1 },
    wrong: [{ file_path: 'a.txt', start_line: 1, end_line: 1.5 }, '$.end_line'],
    deny: 'DeleteRange(*.txt)',
    over: {
      arrange: readAfter('a.txt', LINES),
      input: { file_path: 'a.txt', start_line: 1, end_line: 2900 },
      patch: true,
    },
  },
  Move: {
    arrange: written('a.txt', 'one\n'),
    input: { source_path: 'a.txt', destination_path: 'b.txt' },
    wrong: [{ source_path: 'a.txt' }, '$.destination_path'],
    deny: 'Move(b.txt)',
    over: { never: 'it names two paths' },
  },
  Delete: {
    arrange: written('a.txt', 'one\n'),
    input: { path: 'a.txt' },
    wrong: [{ path: 'a.txt', recursive: 'yes' }, '$.recursive'],
    deny: 'Delete(*.txt)',
    over: { arrange: written('a.txt', LINES), patch: true },
  },
  Ls: {
    arrange: written('many/a.txt', 'one\n'),
    input: { path: 'many' },
    wrong: [{ path: '' }, '$.path'],
    deny: 'Ls(many)',
    over: { arrange: (bench) => empty(bench, 520), notice: /\n\[… 21 more; look for what you want with Glob\]$/ },
  },
  Glob: {
    arrange: written('many/a.txt', 'one\n'),
    input: { pattern: '**/*.txt' },
    wrong: [{ pattern: ['*.txt'] }, '$.pattern'],
    over: { arrange: (bench) => empty(bench, 120), notice: /\n\[… 21 more; narrow the pattern to see them\]$/ },
  },
  Grep: {
    arrange: written('a.txt', 'one\n'),
    input: { pattern: 'one', output_mode: 'content' },
    wrong: [{ pattern: 'one(' }, '$.pattern'],
    over: { arrange: written('a.txt', `one ${'x'.repeat(600)}\n`.repeat(50)) },
  },
  Bash: {
    input: { command: 'echo one > a.txt' },
    wrong: [{ command: 'true', timeout: 600_001 }, '$.timeout'],
    deny: 'Bash(echo:*)',
    over: { input: { command: 'seq 1 40000' } },
  },
  BashOutput: {
    around: withTasks,
    arrange: async (bench) => {
      await inBackground('echo one')(bench);
    },
    input: { bash_id: 'shell-1' },
    wrong: [{ bash_id: 'shell-1', filter: '(' }, '$.filter'],
    middle: { never: 'what it took would be lost' },
    over: { input: { bash_id: UNKNOWN_ID } },
  },
  KillShell: {
    around: withTasks,
    arrange: inBackground('sleep 60'),
    input: { shell_id: 'shell-1' },
    wrong: [{ bash_id: 'shell-1' }, '$.shell_id'],
    over: { input: { shell_id: UNKNOWN_ID } },
  },
  AskUser: {
    around: answering('Red'),
    input: { questions: [QUESTION] },
    wrong: [{ questions: [{ ...QUESTION, options: [{ label: 'Red' }] }] }, '$.questions[0].options'],
    over: { around: answering('Red, and so on. '.repeat(1000)) },
  },
  ToolSearch: {
    around: () => ({ ports: { pool: () => coreTools } }),
    input: { query: 'select:Read' },
    wrong: [{ query: 1 }, '$.query'],
    middle: { never: 'it only looks through a list' },
    over: { input: { query: `select:${'Bash, '.repeat(2000)}${UNKNOWN_ID}` } },
  },
  WebFetch: {
    around: serving(page('Three minutes.')),
    input: { url: 'https://tea.example/', prompt: 'How long?' },
    wrong: [{ url: 'tea.example', prompt: 'How long?' }, '$.url'],
    over: { around: serving(page('Three minutes. '.repeat(1000))) },
  },
  WebSearch: {
    around: serving(results(1)),
    input: { query: 'tea' },
    wrong: [{ query: 't' }, '$.query'],
    over: { around: serving(results(50)) },
  },
});
