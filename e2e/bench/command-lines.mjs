/** The number of files in the small project that git and tar are measured on. */
export const PROJECT_FILES = 1_000;

const WRITES = `for (let n = 0; n < 1000; n++) require('fs').writeFileSync('out/' + n, 'line ' + n)`;

/**
 * What people and agents type most, one command line each; those of a group run in one folder, in this order. `again` restores
 * things before each run and is not measured.
 *
 * @type {readonly { what: string; line: string; again?: string; folder: 'empty' | 'project' | 'tree'; goal?: string }[]}
 */
export const LINES = [
  { what: 'echo', line: 'echo hello', folder: 'empty' },
  { what: 'node -e 0', line: 'node -e 0', folder: 'empty' },
  { what: '1,000 writes by node', line: `node -e "${WRITES}"`, again: 'rm -rf out; mkdir out', folder: 'empty' },
  {
    what: '1,000 writes by bash',
    line: 'for n in {1..1000}; do echo "line $n" > out/$n; done',
    again: 'rm -rf out; mkdir out',
    folder: 'empty',
  },
  {
    what: 'git add and commit of 1,000',
    line: 'git add -A && git commit -qm all',
    again: 'rm -rf .git; git init -q -b main',
    folder: 'project',
    goal: '10',
  },
  { what: 'git status of 1,000', line: 'git status --short', folder: 'project', goal: '5' },
  { what: 'git log', line: 'git log --stat -1', folder: 'project' },
  { what: 'tar of 1,000', line: 'tar cf ../all.tar .', again: 'rm -f ../all.tar', folder: 'project' },
  { what: 'tar of 1,000, compressed', line: 'tar czf ../all.tgz .', again: 'rm -f ../all.tgz', folder: 'project' },
  { what: 'grep -r in 10,000 files', line: 'grep -rn needleFunction .', folder: 'tree', goal: '2' },
  { what: 'rg in 10,000 files', line: 'rg -n needleFunction', folder: 'tree', goal: '2' },
  { what: 'find in 10,000 files', line: "find . -name '*.md' -size +1k", folder: 'tree' },
];

/** How often a line is run; the first run is reported separately. */
export const RUNS = 6;

/** Command lines of a long working morning: reads, edits, searches, builds, commits. */
export const MORNING = [
  'echo "$RANDOM" >> notes.txt',
  "sed -i 's/line/row/' part00/sub1/file1.js",
  'grep -rn needleFunction part00 | head -3',
  'node -e "console.log(JSON.stringify(Array.from({ length: 1000 }, (_, n) => n)).length)"',
  'for f in part01/*/*.ts; do wc -l "$f"; done | sort -n | tail -1',
  'git add -A && git commit -qm step && git log --oneline | head -3',
  'git diff HEAD~1 --stat || true',
  "awk '{ n += length($0) } END { print n }' part02/sub0/*.ts",
];

/** How often the morning's lines are run, one after the other. */
export const MORNING_RUNS = 100;
