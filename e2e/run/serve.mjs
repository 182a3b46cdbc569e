// Serves the production build on a port of 127.0.0.1 with its own data directory: node e2e/run/serve.mjs <port>.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serve } from '../../lib/launch/serve.mjs';

const data = mkdtempSync(join(tmpdir(), 'toolyard-e2e-'));
process.env.TOOLYARD_DATA = data;
process.env.TOOLYARD_LEASE_MS ??= '1500';
try {
  process.exitCode = await serve({ host: '127.0.0.1', port: Number(process.argv[2]) }, () => {});
} finally {
  rmSync(data, { recursive: true, force: true });
}
