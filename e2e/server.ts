import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { answers, freePort } from '../lib/launch/address.mjs';
import { ageThreads, holdFile } from '../lib/threads/sqlite/testing/other-hands.mjs';

const HOST = '127.0.0.1';
const START_DEADLINE_MS = 120_000;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

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

  /** Moves its data away while it runs; returns what puts it back. */
  takeData(): () => void {
    renameSync(this.data, this.elsewhere);
    return () => renameSync(this.elsewhere, this.data);
  }

  /** Has SQLite refuse to write, as on a full disk or in a folder that may only be read; returns what ends that. */
  failToWrite(fault: 'full' | 'read-only'): () => void {
    const file = join(this.data, 'fault');
    writeFileSync(file, fault);
    return () => rmSync(file);
  }

  /** Holds the log as another program would; returns what lets it go. */
  holdLog(): () => void {
    return holdFile(join(this.data, 'threads.db'));
  }

  /** Overwrites the log while it is open. */
  damageLog(): void {
    for (const name of ['threads.db', 'threads.db-wal', 'threads.db-shm']) {
      const file = join(this.data, name);
      writeFileSync(file, Buffer.alloc(statSync(file).size, 0xaa), { flag: 'r+' });
    }
  }

  /** Copies its data while it runs, with `npm run backup`. */
  backUp(): void {
    execFileSync('npm', ['run', 'backup', '--', this.copy], { env: { ...process.env, TOOLYARD_DATA: this.data } });
  }

  /** Stops it, and starts it again on the copy. */
  async restore(): Promise<void> {
    await this.kill();
    rmSync(this.data, { recursive: true });
    renameSync(this.copy, this.data);
    await this.restart();
  }

  /** Stops it, and starts it again when nothing has been added to its threads for a week. */
  async restartAfterAWeek(): Promise<void> {
    await this.kill();
    ageThreads(join(this.data, 'threads.db'), WEEK_MS);
    await this.restart();
  }

  private get elsewhere(): string {
    return `${this.data}-elsewhere`;
  }

  private get copy(): string {
    return `${this.data}-copy`;
  }

  /** Stops it and removes its data. */
  async dispose(): Promise<void> {
    await this.kill();
    for (const folder of [this.data, this.elsewhere, this.copy]) rmSync(folder, { recursive: true, force: true });
  }
}
