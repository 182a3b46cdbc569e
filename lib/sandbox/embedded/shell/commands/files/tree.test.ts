import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { runNative } from '../../../testing/native';
import { runEmbedded } from '../../testing/embedded';

const FILES: Readonly<Record<string, string>> = {
  'src/a.ts': 'alpha\n',
  'src/deep/u.txt': 'zwei\n',
  'src/deep/er/v10.txt': '',
  'src/deep/er/v9.txt': 'nine',
  'a b/x y': '',
  'q"uote': 'x',
  'é.txt': 'x'.repeat(2000),
  '.hid/x': '',
  '.gitignore': 'ign\n',
  ign: 'foo\n',
};

const LINES = `
tree
tree -a
tree -L 1
tree -L 2 src
tree -d
tree -f src
tree -i
tree -if --noreport src
tree -p src
tree -F
tree -h src
tree --dirsfirst
tree --filesfirst -r
tree -I src
tree -I '*.ts|deep' src
tree -I 'deep/' src
tree -P '*.ts'
tree -P '*.TXT' --ignore-case
tree --prune -P '*.ts'
tree --matchdirs -P 's*'
tree -Q
tree -C
tree -J
tree -J -L 1 -p src
tree --noreport src
tree src 'a b'
tree src/
tree nofile; echo $?
tree src/a.ts; echo $?
tree -L 0; echo $?
tree -L x
tree --nope; echo $?
tree -Z
tree --sort=bad
tree --sort size src
tree -v src/deep/er
tree --gitignore
tree --filelimit 2
tree --charset ascii
tree -aI '.hid|.git*'
ln -s src link; ln -s nowhere broken; tree
ln -s src link; tree -F
ln -s .. src/up; tree -l src
ln -s src link; tree -d
ln -s src link; tree -J -L 1
ln -s src link; ln -s nowhere broken; tree -C
chmod +x src/a.ts; tree -CF src
tree -o out.txt src; cat out.txt
cd src && tree ..
tree | tail -1
touch "$(printf 'new\\nline')"; tree
`;

const hasTree = spawnSync('tree', ['--version']).stdout?.includes('tree v2.1') ?? false;

describe.runIf(hasTree)("`tree` beside the machine's", () => {
  it.each(LINES.trim().split('\n'))('%s', async (line) => {
    const [theirs, ours] = await Promise.all([
      runNative(line, FILES, { env: { TERM: 'xterm-256color' } }),
      runEmbedded(line, { files: FILES }),
    ]);
    expect({ stdout: ours.stdout, code: ours.code, tells: ours.stderr !== '' }).toEqual({
      stdout: theirs.stdout,
      code: theirs.code,
      tells: theirs.stderr !== '',
    });
  });
});

describe('`tree`', () => {
  it('draws folders, and counts them with the one it begins at', async () => {
    const { stdout, code } = await runEmbedded('tree src', { files: FILES });
    expect(code).toBe(0);
    expect(Buffer.from(stdout, 'latin1').toString()).toBe(
      'src\n├── a.ts\n└── deep\n    ├── er\n    │\u00a0\u00a0 ├── v10.txt\n    │\u00a0\u00a0 └── v9.txt\n    └── u.txt\n\n3 directories, 4 files\n',
    );
  });

  it('says what it cannot open, and ends with 2', async () => {
    const { stdout, code } = await runEmbedded('tree nofile', { files: FILES });
    expect([stdout, code]).toEqual(['nofile  [error opening dir]\n\n0 directories, 0 files\n', 2]);
  });

  it('does not follow a link back to a folder around it', async () => {
    const { stdout } = await runEmbedded('ln -s .. src/up; tree -l src', { files: FILES });
    expect(stdout).toContain('up -> ..  [recursive, not followed]');
  });
});
