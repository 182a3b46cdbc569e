import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';

/** `node` for a native sandbox: runs TypeScript, and `--test` alone finds `*.test.ts`, as in the embedded sandbox. */
const args = process.argv.slice(2);
const files = readdirSync('.', { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('.test.ts'));
const register = new URL('typescript-register.mjs', import.meta.url).href;
const found = args.length === 1 && args[0] === '--test' ? files.toSorted() : [];
const { status } = spawnSync(process.execPath, ['--import', register, ...args, ...found], { stdio: 'inherit' });
process.exitCode = status ?? 1;
