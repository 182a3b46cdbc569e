import { contains, equal } from './expect';
import type { ContractCase } from './contract-case';
import { readUntil } from './text';

const terminal = { cols: 80, rows: 24 };

export const terminalCases: readonly ContractCase[] = [
  {
    name: 'a terminal has a shell with a prompt that keeps its folder',
    needs: 'terminal',
    async run(sandbox, cwd) {
      const child = await sandbox.spawn(sandbox.shell, [], { cwd, terminal });
      const reader = child.output.getReader();
      const writer = child.input.getWriter();
      await readUntil(reader, '$ ');
      await writer.write('mkdir deep && cd deep\r');
      await readUntil(reader, 'deep');
      await writer.write('pwd; X=kept\r');
      await readUntil(reader, `${cwd}/deep\r\n`);
      await writer.write('echo "<$X>"\r');
      await readUntil(reader, '<kept>\r\n');
      await writer.write('false\r');
      await readUntil(reader, '$ ');
      await writer.write('echo "<$?>"; echo "<$?>"\r');
      await readUntil(reader, '<1>\r\n<0>\r\n');
      // A here document takes the lines up to its end.
      for (const line of ['cat > here.txt <<END', 'one $X', 'END', 'cat here.txt']) await writer.write(`${line}\r`);
      await readUntil(reader, 'one kept\r\n');
      await writer.write('exit 3\r');
      equal(await child.exit, 3);
    },
  },
  {
    name: 'Ctrl-C ends the foreground job and not the shell',
    needs: 'terminal',
    async run(sandbox, cwd) {
      await sandbox.fs.writeFile(`${cwd}/loop.js`, `console.log('looping'); for (;;) {}`);
      const child = await sandbox.spawn(sandbox.shell, [], { cwd, terminal });
      const reader = child.output.getReader();
      const writer = child.input.getWriter();
      await readUntil(reader, '$ ');
      for (const [line, started] of [
        ['node loop.js', 'looping'],
        ['echo go; sleep 60', 'go\r\n'],
        ['echo busy; while true; do :; done', 'busy\r\n'],
      ] as const) {
        await writer.write(`${line}\r`);
        await readUntil(reader, started);
        await writer.write('\x03');
        contains(await readUntil(reader, '$ '), '^C');
      }
      await writer.write('echo alive\r');
      await readUntil(reader, 'alive\r\n');
      child.kill('SIGKILL');
      equal(await child.exit, 137);
    },
  },
];
