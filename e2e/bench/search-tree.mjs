/** The size of the tree that searches are measured on, in files and bytes. */
export const FILES = 10_000;
const FILE_BYTES = 5_000;
const EXTENSIONS = ['ts', 'js', 'md', 'css', 'json'];

const WORDS =
  'const let return function export import from interface readonly string number cart item total price shipping voucher ' +
  'round sum tax rate parcel weight grams cents amount line format receipt customer order date';

/**
 * A project of 50 MB, the same every time: 100 folders of 100 files. One file in a hundred contains the searched name.
 *
 * @returns {Generator<[path: string, text: string]>}
 */
export function* searchTree() {
  const words = WORDS.split(' ');
  let state = 42;
  const next = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff);
  for (let file = 0; file < FILES; file++) {
    const folder = `part${String(Math.floor(file / 100)).padStart(2, '0')}/sub${file % 10}`;
    let text = '';
    while (text.length < FILE_BYTES) {
      const length = 4 + (next() % 8);
      const line = Array.from({ length }, () => words[(next() >> 8) % words.length]).join(' ');
      text += `${'  '.repeat(next() % 3)}${line}(${next() % 1000});\n`;
    }
    if (file % 100 === 7) text += 'export function needleFunction(haystack) {\n  return haystack;\n}\n';
    yield [`${folder}/file${file}.${EXTENSIONS[file % EXTENSIONS.length]}`, text];
  }
}

/** The number of warm searches; their median is reported. */
export const WARM_RUNS = 7;

/**
 * The searches, as sandbox queries and as arguments of ripgrep.
 *
 * @type {readonly { name: string; query: Record<string, unknown> & { pattern: string }; args: string[] }[]}
 */
export const SEARCHES = [
  { name: 'a name', query: { pattern: 'needleFunction', want: 'files' }, args: ['-l', '-e', 'needleFunction'] },
  {
    name: 'an expression',
    query: { pattern: 'export function \\w+\\(hay\\w+\\)', want: 'lines' },
    args: ['-n', '-e', 'export function \\w+\\(hay\\w+\\)'],
  },
  {
    name: 'in any case',
    query: { pattern: 'NEEDLEfunction', want: 'counts', caseInsensitive: true },
    args: ['-c', '-i', '-e', 'NEEDLEfunction'],
  },
  {
    name: 'one of three words',
    query: { pattern: 'needleFunction|missingWord|otherWord', want: 'files' },
    args: ['-l', '-e', 'needleFunction|missingWord|otherWord'],
  },
  {
    name: 'in one type, with context',
    query: { pattern: 'needleFunction', type: 'ts', before: 2, after: 2 },
    args: ['-n', '-C2', '-t', 'ts', '-e', 'needleFunction'],
  },
];
