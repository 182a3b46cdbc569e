import { NpmError } from './npm-error';
import type { NpmCommand } from './npm';

const USAGE = `Manipulates packages and npx cache

Usage:
npm cache clean
npm cache ls
npm cache verify`;

const HEALS = `As of npm@5, the npm cache self-heals from corruption issues by treating integrity mismatches as cache misses.
As a result, data extracted from the cache is guaranteed to be valid.
If you want to make sure everything is consistent, use \`npm cache verify\` instead.
Deleting the cache can only make npm go slower, and is not likely to correct any problems you may be encountering!

On the other hand, if you're debugging an issue with the installer, or race conditions that depend on the timing of writing to an empty cache, you can use \`npm install --cache /tmp/empty-cache\` to use a temporary cache instead of removing the actual one.

If you're sure you want to delete the entire cache, rerun this command with --force.`;

/** `npm cache`: always empty, since the package set is at hand. */
export const cache: NpmCommand = (npm) => {
  const [verb, ...keys] = npm.args;
  switch (verb) {
    case 'rm':
    case 'clear':
    case 'clean':
      if (keys.length > 0) npm.warn(`cache Not Found: ${keys[0]}`);
      else if (!npm.config.has('force')) throw new NpmError(HEALS);
      return 0;
    case 'verify':
    case 'check':
      npm.say(`Cache verified and compressed (~/.npm/_cacache)\nContent verified: 0 (0 bytes)\nIndex entries: 0`);
      npm.say('Finished in 0.001s');
      return 0;
    case 'ls':
      return 0;
    default:
      throw new NpmError(USAGE, { code: 'EUSAGE' });
  }
};
