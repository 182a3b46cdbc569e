import { describe, expect, it } from 'vitest';
import { TreeFs } from '../fs/tree-fs';
import { answerFileCall } from '../kernel/file-calls';
import { layOut } from '../kernel/layout';
import type { AskSide } from '../protocol/channel';
import { SysClient } from '../protocol/sys-client';
import { SyscallSchema } from '../protocol/syscall';
import { concat, decode, encode } from '../../bytes-text';
import { ownProcess, ProcFiles } from './proc-files';

function program(cwd = '/home/project') {
  const fs = new TreeFs(1024 * 1024);
  layOut(fs);
  fs.write('/home/project/a', encode('text'));
  const ask = (request: unknown) => {
    const call = SyscallSchema.parse(request);
    if (call.op === 'kill') return { kind: 'json', bytes: encode('false') };
    const { kind, bytes } = answerFileCall(fs, call as Parameters<typeof answerFileCall>[1]);
    return { kind, bytes: concat(bytes) };
  };
  const sys = new SysClient({ ask } as unknown as AskSide);
  const spec = { pid: 7, ppid: 1, command: 'node', args: ['x'], env: {} };
  sys.proc = new ProcFiles(
    ownProcess(
      spec,
      () => cwd,
      () => false,
    ),
  );
  return { fs, sys };
}

describe('/proc', () => {
  it.each(['cwd/a', 'root/home/project/a', 'root/proc/self/cwd/a', 'cwd/../project/a'])(
    'leads to the file through self/%s',
    (path) => expect(decode(program().sys.read(`/proc/self/${path}`))).toBe('text'),
  );

  it('follows the last link only for calls that do', () => {
    const { sys } = program();
    expect(sys.stat('/proc/self/cwd').type).toBe('directory');
    expect(sys.stat('/proc/self/cwd', false).type).toBe('symlink');
    expect(sys.readlink('/proc/self/cwd')).toBe('/home/project');
    expect(sys.realpath('/proc/self/cwd')).toBe('/home/project');
    expect(sys.list('/proc/self/cwd').map(({ name }) => name)).toEqual(['a']);
    expect(() => sys.remove('/proc/self/cwd', { recursive: true })).toThrow('permission denied');
    expect(sys.exists('/home/project/a')).toBe(true);
  });

  it('takes in no file, by whatever call or link', () => {
    const { fs, sys } = program();
    sys.symlink('/proc', '/home/project/p');
    for (const change of [
      () => sys.rename('/home/project/a', '/proc/a'),
      () => sys.rename('/home/project/a', '/home/project/p/a'),
      () => sys.copy('/home/project/a', '/proc/a'),
      () => sys.link('/home/project/a', '/home/project/p/a'),
      () => sys.write('/home/project/p/a', encode('x')),
      () => sys.write('/proc/a', encode('x')),
      () => sys.mkdir('/home/project/p/a/b', true),
      () => sys.symlink('a', '/home/project/p/a'),
      () => sys.rename('/proc', '/home/project/moved'),
      () => sys.remove('/home/../proc', { recursive: true }),
    ])
      expect(change).toThrow('permission denied');
    expect(fs.list('/proc')).toEqual([]);
    expect(decode(fs.read('/home/project/a'))).toBe('text');
    expect(fs.stat('/home/project/a').links).toBe(1);
  });

  it('moves a file that a link of a process leads to', () => {
    const { sys } = program();
    sys.rename('/proc/self/cwd/a', '/proc/7/cwd/b');
    expect(decode(sys.read('/home/project/b'))).toBe('text');
    expect(() => sys.rename('/proc/version', '/home/project/version')).toThrow('permission denied');
  });

  it('has no number that a file of the kernel has', () => {
    const { sys } = program();
    expect(sys.stat('/proc/version').ino).toBeGreaterThanOrEqual(2 ** 30);
  });

  it('ends where a folder leads to itself', () => {
    expect(program('/proc/self/cwd').sys.exists('/proc/self/cwd/a')).toBe(false);
  });
});
