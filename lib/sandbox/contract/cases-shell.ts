import { contains, equal, eventually } from './expect';
import type { ContractCase } from './contract-case';
import { finished, readUntil } from './text';

export const shellCases: readonly ContractCase[] = [
  {
    name: 'runs a command line and gives its exit code',
    async run(sandbox, cwd) {
      equal(await finished(await sandbox.spawn('bash', ['-c', 'echo hello; exit 3'], { cwd })), {
        text: 'hello\n',
        code: 3,
      });
      equal((await finished(await sandbox.spawn('bash', ['-c', 'true'], { cwd }))).code, 0);
      equal((await finished(await sandbox.spawn('bash', ['-c', 'no-such-command-at-all'], { cwd }))).code, 127);
    },
  },
  {
    name: 'shows standard error with standard output',
    async run(sandbox, cwd) {
      equal(
        (await finished(await sandbox.spawn('bash', ['-c', 'echo out; echo err >&2'], { cwd }))).text,
        'out\nerr\n',
      );
    },
  },
  {
    name: 'spawns a program with its arguments unchanged',
    async run(sandbox, cwd) {
      equal(
        (await finished(await sandbox.spawn('echo', ['a b', "it's", '$HOME', '*'], { cwd }))).text,
        "a b it's $HOME *\n",
      );
    },
  },
  {
    name: 'has pipes, lists, here documents and globs',
    async run(sandbox, cwd) {
      const script = [
        'printf "b\\na\\n" | sort | head -1 && echo yes || echo no',
        'cat <<END > h.txt\nline $((1 + 1))\nEND',
        'cat *.txt',
        'for i in 1 2; do echo "n$i"; done',
        'f() { echo "in $1"; }; f x; x=$(f y); echo "[$x]"',
        'false | true; echo ${PIPESTATUS[0]}',
      ].join('\n');
      const { text } = await finished(await sandbox.spawn('bash', ['-c', script], { cwd }));
      equal(text, 'a\nyes\nline 2\nn1\nn2\nin x\n[in y]\n1\n');
    },
  },
  {
    name: 'keeps cd, variables and errexit from one statement to the next',
    async run(sandbox, cwd) {
      const script = 'mkdir d; cd d; X=1; pwd; echo $X; set -e; false; echo unreachable';
      equal(await finished(await sandbox.spawn('bash', ['-c', script], { cwd })), { text: `${cwd}/d\n1\n`, code: 1 });
    },
  },
  {
    name: 'starts in cwd with the given environment',
    async run(sandbox, cwd) {
      const child = await sandbox.spawn('bash', ['-c', 'pwd; echo $GREETING'], { cwd, env: { GREETING: 'hi there' } });
      equal((await finished(child)).text, `${cwd}\nhi there\n`);
      equal((await finished(await sandbox.spawn('bash', ['-c', 'pwd']))).text, `${sandbox.workdir}\n`);
    },
  },
  {
    name: 'streams output before the end',
    async run(sandbox, cwd) {
      const child = await sandbox.spawn(
        'bash',
        ['-c', 'for i in 1 2; do echo tick $i; while [ ! -e go ]; do sleep 0.02; done; done; echo end'],
        { cwd },
      );
      const reader = child.output.getReader();
      equal(await readUntil(reader, '\n'), 'tick 1\n');
      await sandbox.fs.writeFile(`${cwd}/go`, '');
      equal(await readUntil(reader, 'end\n'), 'tick 2\nend\n');
      equal(await child.exit, 0);
    },
  },
  {
    name: 'passes its input to a command',
    async run(sandbox, cwd) {
      const child = await sandbox.spawn('bash', ['-c', 'cat | tr a-z A-Z'], { cwd });
      const writer = child.input.getWriter();
      await writer.write('one\n');
      await writer.write('two\n');
      await writer.close();
      equal(await finished(child), { text: 'ONE\nTWO\n', code: 0 });
    },
  },
  {
    name: 'writes the final cwd to TOOLYARD_CWD_FILE',
    async run(sandbox, cwd) {
      const file = `${cwd}/final`;
      const run = async (script: string) => {
        const child = await sandbox.spawn('bash', ['-c', script], { cwd, env: { TOOLYARD_CWD_FILE: file } });
        const { code } = await finished(child);
        return [code, (await sandbox.fs.readFile(file, 'utf8')).trim()];
      };
      equal(await run('mkdir -p in/side; cd in/side'), [0, `${cwd}/in/side`]);
      equal(await run('cd in; false'), [1, `${cwd}/in`]);
      equal(await run('cd in; exit 7; cd ..'), [7, `${cwd}/in`]);
      equal(await run('(cd in)'), [0, cwd]);
    },
  },
  {
    name: 'ends a sleeping command with SIGTERM',
    async run(sandbox, cwd) {
      const child = await sandbox.spawn('bash', ['-c', 'echo started; sleep 60; echo no'], { cwd });
      const reader = child.output.getReader();
      await readUntil(reader, 'started');
      child.kill();
      equal(await child.exit, 143);
      equal((await reader.read()).done, true, 'output ended');
    },
  },
  {
    name: 'ends an endless loop with SIGKILL and keeps the files',
    async run(sandbox, cwd) {
      const child = await sandbox.spawn('bash', ['-c', 'echo kept > file; while true; do :; done'], { cwd });
      const written = () => sandbox.fs.readFile(`${cwd}/file`, 'utf8').catch(() => '');
      await eventually(async () => (await written()) === 'kept\n', 'the loop has begun');
      child.kill('SIGKILL');
      equal(await child.exit, 137);
      equal(await sandbox.fs.readFile(`${cwd}/file`, 'utf8'), 'kept\n');
      equal((await finished(await sandbox.spawn('bash', ['-c', 'cat file'], { cwd }))).text, 'kept\n');
    },
  },
  {
    name: 'runs processes side by side and counts them',
    async run(sandbox, cwd) {
      const counts: number[] = [];
      const stop = sandbox.on('processes', ({ count }) => counts.push(count));
      const script = 'touch $ME; while [ ! -e one ] || [ ! -e two ]; do sleep 0.02; done; echo $ME';
      const children = await Promise.all(
        ['one', 'two'].map((ME) => sandbox.spawn('bash', ['-c', script], { cwd, env: { ME } })),
      );
      equal(
        (await Promise.all(children.map(finished))).map(({ text }) => text),
        ['one\n', 'two\n'],
      );
      await eventually(() => counts.at(-1) === 0, 'no process left');
      contains(`,${counts.join()},`, ',2,');
      stop();
    },
  },
  {
    name: 'killing twice or after the end does nothing',
    async run(sandbox, cwd) {
      const child = await sandbox.spawn('bash', ['-c', 'exit 5'], { cwd });
      equal(await child.exit, 5);
      child.kill('SIGKILL');
      child.kill();
      equal(await child.exit, 5);
    },
  },
  {
    name: 'runs a script file with its arguments',
    async run(sandbox, cwd) {
      await sandbox.fs.writeFile(`${cwd}/s.sh`, 'echo "$# $1"; exit 4\n');
      equal(await finished(await sandbox.spawn('bash', ['s.sh', 'a b', 'c'], { cwd })), { text: '2 a b\n', code: 4 });
      equal((await finished(await sandbox.spawn('bash', ['-c', 'echo $1', 'name', 'arg'], { cwd }))).text, 'arg\n');
    },
  },
  {
    name: 'keeps much output whole and in order',
    async run(sandbox, cwd) {
      const { text } = await finished(await sandbox.spawn('bash', ['-c', 'seq 1 50000'], { cwd }));
      equal([text.length, text.slice(-6)], [288_894, '50000\n']);
    },
  },
];
