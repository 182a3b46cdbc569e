import { LaunchError } from './say.mjs';

/** Refuses a Node too old to run this. @param {string} version such as `20.9.0` */
export function checkNode(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  if (major < 20 || (major === 20 && minor < 9)) {
    throw new LaunchError(`Toolyard needs Node 20.9 or newer; this is Node ${version}.`);
  }
}
