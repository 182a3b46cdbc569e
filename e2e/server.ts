import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answers, freePort } from '../lib/launch/address.mjs';

const HOST = '127.0.0.1';
const START_DEADLINE_MS = 120_000;

/** A test's own server, which it may kill and restart: same port, same data. */
export class TestServer {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly port: number,
    private readonly data: string,
    private readonly env: Record<string, string>,
  ) {}

  static async start(env: Record<string, string> = {}): Promise<TestServer> {
    const data = mkdtempSync(join(tmpdir(), 'toolyard-e2e-'));
    const server = new TestServer(await freePort(HOST), data, env);
    await server.restart();
    return server;
  }

  get url(): string {
    return `http://${HOST}:${this.port}`;
  }

  /** Kills it immediately, as a crash would. */
  async kill(): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async restart(): Promise<void> {
    await this.kill();
    const child = spawn(process.execPath, ['lib/launch/listen.mjs', HOST, String(this.port)], {
      env: {
        ...process.env,
        NODE_ENV: 'production',
        NEXT_TELEMETRY_DISABLED: '1',
        TOOLYARD_DATA: this.data,
        TOOLYARD_LEASE_MS: '1500',
        ...this.env,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    this.child = child;
    const deadline = Date.now() + START_DEADLINE_MS;
    while (!(await answers(HOST, this.port))) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error('the server does not start');
      await sleep(50);
    }
  }

  /** Moves its data away while it runs. */
  takeData(): void {
    renameSync(this.data, this.elsewhere);
  }

  returnData(): void {
    renameSync(this.elsewhere, this.data);
  }

  private get elsewhere(): string {
    return `${this.data}-elsewhere`;
  }

  /** Stops it and removes its data. */
  async dispose(): Promise<void> {
    await this.kill();
    for (const folder of [this.data, this.elsewhere]) rmSync(folder, { recursive: true, force: true });
  }
}
