import { createRequire } from 'node:module';
import { delimiter, dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runNative } from '../../../../testing/native';
import { runEmbedded } from '../../../testing/embedded';

const FILES: Readonly<Record<string, string>> = {
  'src/a.ts': 'alpha foo\nbeta\nfoo foo bar\ngamma\n\ndelta Foo\n',
  'src/deep/u.txt': 'héllo foo wörld\nzwei\n',
  'src/code.py': 'def foo(x):\n    return x + 1\n\nclass Foo:\n    def bar(self):\n        return foo(2)\n',
  '.hid/x': 'foo hidden\n',
  '.ignore': 'skipped.txt\n',
  'skipped.txt': 'foo\n',
  '.gitignore': 'ign\n',
  ign: 'foo\n',
  'bin.dat': 'foo\0bin\nfoo\n',
  'crlf.txt': 'one\r\nfoo two\r\n',
  'nn.txt': 'no newline foo',
  'empty.txt': '',
  'patterns.txt': 'foo\nbeta\n',
};

const { platform, arch } = process;
const ripgrep = dirname(createRequire(import.meta.url).resolve(`@vscode/ripgrep-${platform}-${arch}/bin/rg`));

const LINES = `
rg foo
rg -n foo src
rg -n foo src/a.ts
rg -c foo
rg --count-matches foo
rg -c -o foo src
rg --include-zero -c foo src
rg -l foo .
rg --files-without-match foo
rg -o foo src
rg -on '\\w+oo' src
rg --vimgrep foo src
rg -C1 foo src
rg -n -A1 -B1 beta src
rg -B2 -n delta src/a.ts
rg --column foo src/a.ts
rg --no-line-number --column foo src/a.ts
rg foo nofile src
rg 'foo(' src
rg 'a(?=b)' src
rg -P 'foo(?= bar)' src
rg '(a)\\1' src
rg -P '(o)\\1' -o src
rg --files
rg --files src -g '*.ts'
rg --files --hidden
rg -r 'X$0' foo src
rg -or '$2-$1' '(\\w+) (foo)' src
rg -r '<\${n}>' '(?P<n>al)pha' src
rg -v foo src/a.ts
rg -vc foo src
rg -w fo src
rg -w foo src -o
rg -i foo -c src
rg -S Foo src
rg -S foo src -c
rg -is foo -c src
rg --heading -n foo src
rg --heading -C1 foo src
rg foo bin.dat
rg -a foo bin.dat
rg -c foo bin.dat
rg -l foo bin.dat
rg --no-such
rg -Z
rg -g '*.txt' foo
rg -g '!*.txt' foo
rg -g '!src/deep' foo
rg -g '*.ts' -g '!a*' foo
rg --iglob '*.TXT' foo
rg -g '/src/**' foo
rg -t js foo
rg -t nope foo
rg -tpy -n foo
rg -Tpy foo src
rg --type-add 'web:*.ts' -tweb foo
rg --type-add 'nonsense' -tweb foo
rg -u foo
rg -uu foo
rg -uuu foo
rg --no-ignore foo
rg --no-ignore-vcs foo
rg
rg --hidden foo
rg -b foo src/a.ts
rg -bo foo src
rg -m1 foo src
rg -m1 -A2 foo src
rg -q foo src; echo $?
rg -q nope src; echo $?
rg -e foo -e beta src -n
rg -f patterns.txt src -n
rg -F 'foo f' src
rg -F 'foo(' src
rg -x foo crlf.txt
rg -x beta src
rg -N foo src
rg -H foo src/a.ts
rg -I foo src
rg -M 5 foo src
rg -M 12 --max-columns-preview foo src
rg -o -M 2 foo src
rg --trim return src
rg -U 'beta\\nfoo' src -n
rg -U 'x\\+|class.*\\n.*bar' src -n
rg -Uo 'beta\\nfoo' src -n
rg -Uc 'o\\n' src
rg -U --multiline-dotall 'alpha.*bar' -c src
rg 'a\\nb' src
rg -0 -l foo src | tr '\\0' '!'
rg -0 foo src | tr '\\0' '!'
rg --max-depth 1 foo
rg --max-depth 0 foo
rg --passthru -n foo src/a.ts
rg --context-separator=XX -C1 foo src
rg --no-context-separator -C1 foo src
rg --field-match-separator '|' -n foo src
rg -n '^' empty.txt nn.txt
rg -p foo src
rg --color always -n foo src/a.ts
rg --color always --column -o foo src
rg --color always -r X foo src/a.ts
rg --json foo src | sed -E 's/"(elapsed|elapsed_total)":\\{[^}]*\\}/T/g; s/"(bytes_printed|printed)":[0-9]+/P/g'
cat src/a.ts | rg -n foo
cat src/a.ts | rg -c foo -
rg foo < src/a.ts
cat src/a.ts | rg foo src/code.py -
rg --sort path foo -l
rg --sortr path foo -l
rg --sort nothing foo -l
rg foo ./src
rg foo src/ -l
cd src && rg foo ..
cd src && rg foo -g '/a.ts'
mkdir -p .git src/.git; echo a.ts > src/.gitignore; rg foo -l
rg --no-require-git foo -l
echo code.py > .rgignore; rg foo -l
echo code.py > rules; rg --ignore-file rules foo -l
ln -s src link; rg foo -l link
ln -s src link; rg foo -l
ln -s src link; ln -s .. src/up; rg -L foo -l
rg -- -foo src
rg -e -x src
rg '\\bfoo\\b' -c
rg '[[:upper:]]oo' src
rg '\\p{Lu}oo' src
rg 'w.rld' src
rg '\\wörld' src
rg '' src/a.ts -c
rg -c '' src/a.ts
rg 'x*' -o src/a.ts
rg '$' -n src/a.ts
rg --stop-on-nonmatch -n 'a$|foo' src/a.ts
rg foo --max-filesize 20 -l
rg foo --max-filesize 20X -l
rg -m x foo
rg foo --files-with-matches --null | tr '\\0' ' '
rg -E utf-16le foo src; echo $?
rg -E nonsense foo src
rg foo src | sort | uniq -c
rg --debug-nothing foo
`;

describe('`rg` beside ripgrep', () => {
  // ripgrep goes through folders side by side, in no order; by the path there is one.
  const sorting = 'rg() { case " $* " in *" --sort"*) command rg "$@";; *) command rg --sort path "$@";; esac; }\n';

  it.each(LINES.trim().split('\n'))('%s', async (line) => {
    const [theirs, ours] = await Promise.all([
      runNative(sorting + line, FILES, { env: { PATH: `${ripgrep}${delimiter}${process.env.PATH ?? ''}` } }),
      runEmbedded(line, { files: FILES }),
    ]);
    expect({ stdout: ours.stdout, code: ours.code, tells: ours.stderr !== '' }).toEqual({
      stdout: theirs.stdout,
      code: theirs.code,
      tells: theirs.stderr !== '',
    });
  });
});
