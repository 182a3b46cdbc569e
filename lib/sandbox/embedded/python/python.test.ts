import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildSandbox } from '../build.mjs';
import { runNative } from '../testing/native';
import { TestSandbox, type Ran, type TestPrograms } from '../testing/sandbox';

const LONG = process.env.TOOLYARD_LONG !== undefined;
const DEADLINE_MS = 120_000;

let programs: TestPrograms;
let sandbox: TestSandbox;
beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'toolyard-python-'));
  await buildSandbox(folder);
  const bundle = (name: string) => new Blob([readFileSync(join(folder, `${name}.js`))]);
  programs = { shell: bundle('shell'), git: bundle('git'), search: bundle('search'), python3: bundle('python3') };
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(() => {
  sandbox = new TestSandbox(programs);
});
afterEach(() => sandbox.close());

const run = (script: string, input = ''): Promise<Ran> =>
  sandbox.run('bash', ['-c', script], { PATH: '/usr/bin:/bin', LANG: 'C.UTF-8' }, input, DEADLINE_MS);

/** Scripts of the shell whose output, exit code and files are the same in any Python 3. */
const CASES: readonly string[] = [
  `cat > work.py <<'END'
import json, os, pathlib, sys
print(sys.argv, os.getcwd() == str(pathlib.Path.cwd()), os.environ['WHO'])
words = [line.strip() for line in sys.stdin]
pathlib.Path('out').mkdir()
pathlib.Path('out/words.json').write_text(json.dumps(words))
with open('out/log', 'a') as log: log.write('é\\n')
with open('out/log', 'r+b') as log:
    log.seek(1); log.write(b'!'); log.truncate()
os.replace('out/log', 'out/moved'); os.remove('gone'); os.symlink('moved', 'out/link')
print(sorted(os.listdir('out')), os.path.exists('gone'), open('out/link', 'rb').read())
sys.exit(3)
END
touch gone; printf 'a\\nb\\n' | WHO=me python3 work.py one 'two three'; echo $?; cat out/words.json; ls out`,
  `python3 -c 'import atexit; atexit.register(print, "last"); print("first")'; echo '{"a": [1, 2]}' | python3 -m json.tool`,
  `python3 -c 'raise ValueError("no")' 2>err; echo $?; tail -n 1 err; python3 none.py 2>/dev/null; echo $?; echo 'print(' | python3 2>/dev/null; echo $?`,
  `python -c 'import sys; sys.stdout.buffer.write(bytes(range(256)))' > bytes; wc -c < bytes; printf '7\\n8\\n' | python3 -c 'print(int(input("? ")) + int(input()))'`,
  `mkdir pkg; echo 'NAME = "p"' > pkg/__init__.py; echo 'from . import NAME; print(NAME, __name__)' > pkg/__main__.py; python3 -B -m pkg
cat > test_it.py <<'END'
import unittest
class T(unittest.TestCase):
    def test_sum(self): self.assertEqual(1 + 1, 3)
END
python3 -B -m unittest -q 2>&1 | grep -E '^(AssertionError|Ran 1|FAILED)' | sed 's/ in .*//'`,
  `python3 -c 'import asyncio
async def one(n):
    await asyncio.sleep(n / 100)
    return n
async def main(): print(await asyncio.gather(one(2), one(1)))
asyncio.run(main())'`,
  `python3 -c 'import tempfile, csv, re, hashlib, datetime, decimal, sqlite3, zipfile
with tempfile.TemporaryFile("w+") as file:
    file.write("abc"); file.seek(0); print(file.read())
print(hashlib.sha256(b"x").hexdigest(), re.sub("a+", "b", "caat"), decimal.Decimal("0.1") * 3)
with zipfile.ZipFile("a.zip", "w") as z: z.writestr("in.txt", "text")
print(zipfile.ZipFile("a.zip").read("in.txt"))'; rm a.zip`,
  `mkdir src; seq 2000 > src/n; chmod 640 src/n; printf 'a\\0\\377' > raw; xz -k raw; xz -t raw.xz && xzcat raw.xz | cmp - raw && echo same; xz -d < raw.xz | wc -c
bzip2 src/n; ls src; bunzip2 src/n.bz2; stat -c '%a %s' src/n; xz raw; echo $?; unxz raw; echo $?; xz -df raw.xz; bzip2 -c raw raw | bzcat | wc -c
tar cJf a.tar.xz src; tar tf a.tar.xz; tar cjf a.tbz src; tar xjf a.tbz -O | tail -1; tar caf b.tar.bz2 src; tar xJf a.tbz; echo $?; file *.xz *.bz2
echo no | xz -d; echo $?; echo no | bzip2 -d; echo $?; xz none; echo $?; echo text > t; lzma -k t; unlzma -c t.lzma; bzip2 t; bzgrep -c tex t.bz2; rm *.xz *.tbz *.bz2 *.lzma`,
];

const version = (): string => {
  try {
    return execFileSync('python3', ['-V'], { encoding: 'utf8' });
  } catch {
    return '';
  }
};

describe.runIf(version().startsWith('Python 3.'))("the sandbox's python3 beside the machine's", () => {
  it.each(LONG ? CASES : CASES.slice(0, 1))('%s', { timeout: DEADLINE_MS }, async (script) => {
    const { stdout, code } = await runNative(
      script.replaceAll('python -c', 'python3 -c'),
      {},
      { env: { PATH: process.env.PATH ?? '' } },
    );
    expect(await run(script)).toMatchObject({ stdout, code });
  });
});

it('reaches nothing of the worker it runs in, and says what it cannot do', { timeout: DEADLINE_MS }, async () => {
  const script = `
for name in ('js', 'pyodide_js'):
    try: __import__(name); print(name, 'is here')
    except ImportError: pass
try:
    from pyodide.code import run_js
    print(run_js('[typeof fetch, typeof XMLHttpRequest, typeof WebSocket, typeof importScripts, typeof indexedDB, typeof postMessage, typeof self].join()'))
except Exception as error: print(type(error).__name__)
import subprocess
try: subprocess.run(['ls'])
except OSError as error: print(error)
import urllib.request
try: urllib.request.urlopen('http://example.com')
except OSError as error: print('no network')
`;
  sandbox.fs.write('/home/project/try.py', new TextEncoder().encode(script));
  const { stdout, stderr } = await run('python3 try.py');
  expect(stderr).toBe('');
  expect(stdout).toMatch(/starts no programs in this sandbox/);
  expect(stdout).toMatch(/no network/);
  expect(stdout).not.toMatch(/is here|function|object/);
});

it('installs pure wheels with pip, and runs what they bring', { timeout: DEADLINE_MS }, async () => {
  const script = `
printf 'import pytest\ndef test_a():\n    print("told")\n    assert [1, 2] == [1, 3]\ndef test_b():\n    with pytest.raises(ZeroDivisionError): 1 / 0\n' > test_it.py
pip install pytest | tail -n 1; /usr/local/bin/pytest -q -p no:cacheprovider | grep -E '^(E  |told|FAILED|1 )' | sed 's/ in .*//'; echo "\${PIPESTATUS[0]}"
git init -q; git status --short`;
  expect((await run(script)).stdout.split('\n')).toEqual([
    'Successfully installed Pygments-2.20.0 iniconfig-2.1.0 packaging-26.2 pluggy-1.6.0 pytest-9.1.1',
    'E       assert [1, 2] == [1, 3]',
    'E         ',
    'E         At index 1 diff: 2 != 3',
    'E         Use -v to get more diff',
    'told',
    'FAILED test_it.py::test_a - assert [1, 2] == [1, 3]',
    '1 failed, 1 passed',
    '1',
    '?? test_it.py',
    '',
  ]);
});

const WHEEL = `import zipfile
z = zipfile.ZipFile("bad-1-py3-none-any.whl", "w")
for name, text in ("bad-1.dist-info/METADATA", "Name: bad\\nVersion: 1\\n"), ("../../../../../evil.py", ""), ("bad-1.dist-info/RECORD", ""):
    z.writestr(name, text)
`;

it.runIf(LONG).each<[string, string]>([
  [
    `echo 'jinja2>=3 # pages' > all.txt; pip install -q -r all.txt; python3 -c 'import jinja2; print(jinja2.Template("{{ a }}!").render(a=1))'; pip freeze
pip uninstall -y jinja2; python3 -m pip list --format=json; pip check`,
    `1!
Jinja2==3.1.6
MarkupSafe==3.0.3
Found existing installation: Jinja2 3.1.6
  Successfully uninstalled Jinja2-3.1.6
[{"name": "MarkupSafe", "version": "3.0.3"}]
No broken requirements found.
`,
  ],
  [
    `pip install -q six; pip install six; pip install numpy 2>&1 | head -n 2; pip install 'six<1' 2>/dev/null; echo $?`,
    `Requirement already satisfied: six in ./.local/lib/python3.14/site-packages (1.17.0)
ERROR: Could not find a version that satisfies the requirement numpy (from versions: none)
ERROR: No matching distribution found for numpy
1
`,
  ],
  [
    `python3 -c '${WHEEL}'; pip install -q ./bad-1-py3-none-any.whl 2>&1; pip install -q ./none-1-py3-none-any.whl 2>&1; ls`,
    `ERROR: bad-1-py3-none-any.whl holds a file outside of its folder: ../../../../../evil.py
ERROR: ./none-1-py3-none-any.whl does not exist.
bad-1-py3-none-any.whl
`,
  ],
])('%s', { timeout: DEADLINE_MS }, async (script, said) => {
  expect((await run(script)).stdout).toBe(said);
});

it.runIf(LONG)(
  'a copied descriptor outlives the other one, and a file without a name is cut',
  { timeout: DEADLINE_MS },
  async () => {
    const script = `python3 -c 'import os
a = os.open("f", os.O_RDWR | os.O_CREAT); b = os.dup(a); os.write(a, b"one"); os.close(a); os.lseek(b, 0, 0); print(os.read(b, 9)); os.close(b)
try: os.read(b, 1)
except OSError as error: print("closed")
import tempfile
with tempfile.TemporaryFile() as file:
    file.write(b"gone"); file.seek(0); file.truncate(); file.write(b"kept"); file.seek(0); print(file.read())'; ls /tmp; ls`;
    expect((await run(script)).stdout).toBe("b'one'\nclosed\nb'kept'\nf\n");
  },
);

it('serves a folder to the other programs', { timeout: DEADLINE_MS }, async () => {
  const { stdout, stderr } =
    await run(`mkdir -p site/sub; echo '<p>home' > site/index.html; echo 'a < b' > 'site/sub/a b.txt'
python3 -m http.server 8123 --bind 127.0.0.1 -d site > out.log 2> err.log & server=$!
until curl -sf localhost:8123/ > page; do sleep 0.1; done
cat page; curl -s localhost:8123/sub/a%20b.txt -o /dev/null -w '%{http_code} %{content_type} %{size_download}\n'
curl -sI localhost:8123/sub | tr -d '\\r' | grep -E '^(HTTP|Location)'; curl -s localhost:8123/sub/ | grep href
curl -s localhost:8123/../../etc/none | grep Message; curl -s -d x=1 localhost:8123/ -o /dev/null -w '%{http_code}\n'
python3 -m http.server 8123; echo $?; python3 -m http.server --cgi; echo $?
kill $server; wait $server; echo $?; curl -s localhost:8123/; echo $?; cat out.log; sed -E 's/[[][^]]*]/[]/' err.log | tail -n 3`);
  expect(stdout).toBe(`<p>home
200 text/plain 6
HTTP/1.1 301 Moved Permanently
Location: /sub/
<li><a href="a%20b.txt">a b.txt</a></li>
        <p>Message: File not found.</p>
501
1
2
143
7
Serving HTTP on 127.0.0.1 port 8123 (http://127.0.0.1:8123/) ...
127.0.0.1 - - [] "GET /etc/none HTTP/1.1" 404 -
127.0.0.1 - - [] code 501, message Unsupported method ('POST')
127.0.0.1 - - [] "POST / HTTP/1.1" 501 -
`);
  expect(stderr).toContain('Address already in use');
});

it.runIf(LONG)('is ended from outside while it is busy', { timeout: DEADLINE_MS }, async () => {
  const { code } = await run(`timeout 20 python3 -c 'while True: pass'`);
  expect(code).toBe(124);
});
