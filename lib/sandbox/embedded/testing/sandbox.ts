import { TreeFs } from '../fs/tree-fs';
import { layOut, WORKDIR } from '../kernel/layout';
import { Network } from '../kernel/network';
import { PackageSet } from '../kernel/package-set';
import { ProcessTable } from '../kernel/process-table';
import { WorkerPool } from '../kernel/worker-pool';
import type { Programs } from '../protocol/bridge';
import { WorkerDouble } from './worker-double';

export interface Ran {
  stdout: string;
  stderr: string;
  code: number;
}

/** What a page loads on demand is available from the start. */
export type TestPrograms = Programs & { node?: Blob; python3?: Blob };

const CAPACITY = 512 * 1024 * 1024;

/** A kernel's files and processes without a page: programs run in threads that stand in for a browser's workers. */
export class TestSandbox {
  readonly fs = new TreeFs(CAPACITY);
  private readonly pool: WorkerPool = new WorkerPool((name) => this.pool.installLate(name, undefined));
  private readonly packages: PackageSet = new PackageSet((file) =>
    this.packages.receive(file, this.packageFile?.(file)),
  );
  private readonly table: ProcessTable;

  /** `packageFile` returns a file of the package set; without it, there is no set. */
  constructor(
    { node, python3, ...programs }: TestPrograms,
    private readonly packageFile?: (file: string) => Uint8Array | undefined,
  ) {
    Object.assign(globalThis, { Worker: WorkerDouble });
    layOut(this.fs);
    this.pool.install(programs);
    this.pool.installLate('node', node);
    this.pool.installLate('python3', python3);
    this.table = new ProcessTable(this.fs, this.pool, new Network(() => undefined), this.packages, () => undefined);
  }

  /** Ends all remaining threads. */
  close(): void {
    WorkerDouble.endAll();
  }

  /** Runs a program to its end. */
  run(command: string, args: string[], env: Record<string, string>, input: string, deadlineMs: number): Promise<Ran> {
    const text = { 1: '', 2: '' };
    return new Promise((resolve) => {
      const process = this.table.start(
        { command, args, cwd: WORKDIR, env },
        { write: (fd, part) => void (text[fd] += part) },
        {
          onExit(code) {
            clearTimeout(timer);
            resolve({ stdout: text[1], stderr: text[2], code });
          },
        },
      );
      if (input) process.write(input);
      process.write(null);
      const timer = setTimeout(() => process.kill('SIGKILL'), deadlineMs);
    });
  }
}
