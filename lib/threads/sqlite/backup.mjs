// Copies the conversations and the session cookies' secret, even while the server runs: npm run backup [-- <folder>].
// To restore, stop the server and start it with TOOLYARD_DATA=<folder>.
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import Database from 'libsql';

/** How long the copy waits for another process's write, in milliseconds. */
const BUSY_MS = 30_000;

/**
 * Makes a copy of the data folder that a server can be started with. Throws if there is nothing to copy, the folder holds a
 * copy already, or the disk is full; an unfinished copy is removed.
 *
 * @param {string} data the server's folder @param {string} folder where the copy goes
 */
export function backup(data, folder) {
  const from = join(data, 'threads.db');
  const to = join(folder, 'threads.db');
  if (!existsSync(from)) throw new Error(`There is nothing to copy: no ${from}. TOOLYARD_DATA names the folder.`);
  if (existsSync(to)) throw new Error(`${to} is there already. Name another folder.`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const db = new Database(from, { timeout: BUSY_MS });
  try {
    // A snapshot of one moment, whatever is written meanwhile.
    db.prepare('vacuum into ?').run(to);
    check(to);
    const secret = join(data, 'session-secret');
    if (existsSync(secret)) copyFileSync(secret, join(folder, 'session-secret'));
  } catch (error) {
    rmSync(to, { force: true });
    throw error;
  } finally {
    db.close();
  }
}

/** @param {string} file */
function check(file) {
  const db = new Database(file);
  try {
    const found = JSON.stringify(db.prepare('pragma integrity_check').all());
    if (found !== '[{"integrity_check":"ok"}]') throw new Error(`The copy is not sound: ${found}`);
  } finally {
    db.close();
  }
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const data = process.env.TOOLYARD_DATA || '.data';
  const folder = process.argv[2] ?? `${data}-backup-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  try {
    backup(data, folder);
    process.stdout.write(`Copied to ${folder}. To restore, start the server with TOOLYARD_DATA=${folder}.\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = 1;
  }
}
