import { connect, createServer } from 'node:net';
import { LaunchError } from './say.mjs';

/**
 * Where to listen: PORT if it is set (and then only there), else 3000 or the next free port.
 *
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<{ host: string; port: number; url: string }>}
 */
export async function chooseAddress(env) {
  const host = env.TOOLYARD_HOST || '127.0.0.1';
  if (env.PORT) {
    const port = Number(env.PORT);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) {
      throw new LaunchError(`PORT must be a number from 1 to 65535, not "${env.PORT}".`);
    }
    const problem = await problemWith(host, port);
    if (problem !== undefined) throw new LaunchError(`Cannot listen on ${host}:${port}: ${problem}`);
    return address(host, port);
  }
  for (let port = 3000; port < 3100; port++) {
    const problem = await problemWith(host, port);
    if (problem === undefined) return address(host, port);
    if (!problem.startsWith('it is in use')) throw new LaunchError(`Cannot listen on ${host}: ${problem}`);
  }
  throw new LaunchError('Ports 3000 to 3099 are all in use. Set PORT to a free one.');
}

/** A port nobody uses now. @param {string} host @returns {Promise<number>} */
export const freePort = (host) =>
  new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const bound = server.address();
      server.close(() => resolve(bound !== null && typeof bound === 'object' ? bound.port : 0));
    });
  });

/** Whether something accepts connections there. @param {string} host @param {number} port @returns {Promise<boolean>} */
export const answers = (host, port) =>
  new Promise((resolve) => {
    const socket = connect({ host: reachable(host), port });
    socket.once('connect', () => (socket.destroy(), resolve(true)));
    socket.once('error', () => resolve(false));
  });

/** @param {string} host @param {number} port @returns {Promise<string | undefined>} */
async function problemWith(host, port) {
  const code = await new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve('code' in error ? error.code : error.message));
    server.listen(port, host, () => server.close(() => resolve(undefined)));
  });
  if (code === 'EADDRINUSE') return 'it is in use. Stop the other program, or set PORT to a free one.';
  if (code === 'EACCES') return 'not allowed. Set PORT to a number above 1023.';
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return 'TOOLYARD_HOST is not an address of this machine.';
  return code;
}

/** @param {string} host @param {number} port */
function address(host, port) {
  const shown = reachable(host);
  return { host, port, url: `http://${shown.includes(':') ? `[${shown}]` : shown}:${port}` };
}

/** An address that listens everywhere is reached through the loopback. @param {string} host */
const reachable = (host) => (host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host);
