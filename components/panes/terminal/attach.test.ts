import type { SandboxProcess } from '@/lib/ports';
import { Terminal } from '@xterm/xterm';
import { expect, it } from 'vitest';
import { attachShell } from './attach';

it('what is typed while the shell starts is for the shell', async () => {
  const typed: string[] = [];
  let start = (_shell: SandboxProcess): void => undefined;
  const spawn = () => new Promise<SandboxProcess>((resolve) => (start = resolve));
  const terminal = new Terminal();
  const detach = attachShell(terminal, { shell: 'bash', workdir: '/', spawn });
  terminal.input('ls');
  start({
    input: new WritableStream<string>({ write: (text) => void typed.push(text) }),
    output: new ReadableStream<string>(),
    exit: new Promise(() => undefined),
    kill: () => undefined,
    resize: () => undefined,
  });
  await expect.poll(() => typed.join('')).toBe('ls');
  terminal.input('\r');
  await expect.poll(() => typed.join('')).toBe('ls\r');
  detach();
});
