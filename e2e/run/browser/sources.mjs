import { spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { ROOT } from '../../../lib/launch/root.mjs';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge'];
const MAC = [
  'Google Chrome.app/Contents/MacOS/Google Chrome',
  'Chromium.app/Contents/MacOS/Chromium',
  'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
];
const WINDOWS = ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'];

/** The browser that CHROMIUM_PATH names. */
export const chosen = () => (process.env.CHROMIUM_PATH ? [{ path: process.env.CHROMIUM_PATH }] : []);

/** The browser that Playwright installed earlier. */
export const installedByPlaywright = () => [{ path: chromium.executablePath() }].filter(isProgram);

/** A Chromium, Chrome or Edge of the operating system. */
export function system() {
  const { env, platform } = process;
  const paths = (env.PATH ?? '').split(delimiter).flatMap((folder) => NAMES.map((name) => join(folder, name)));
  if (platform === 'darwin') paths.push(...MAC.map((path) => join('/Applications', path)));
  if (platform === 'win32') {
    const roots = [env.PROGRAMFILES, env['PROGRAMFILES(X86)'], env.LOCALAPPDATA].filter((root) => root !== undefined);
    paths.push(...roots.flatMap((root) => WINDOWS.map((path) => join(root, path))));
  }
  return [...new Set(paths)].map((path) => ({ path })).filter(isProgram);
}

/** Playwright's own browser, downloaded now. */
export const installedByUs = () =>
  succeeds(process.execPath, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])
    ? installedByPlaywright()
    : [];

/** The distribution's Chromium, installed now if that is possible without a password. */
export function systemAfterApt() {
  if (process.platform !== 'linux' || !isProgram({ path: '/usr/bin/apt-get' })) return [];
  const root = process.getuid?.() === 0;
  if (!root && !succeeds('sudo', ['-n', 'true'])) return [];
  const apt = (/** @type {string[]} */ args) =>
    root ? succeeds('apt-get', args) : succeeds('sudo', ['-n', 'apt-get', ...args]);
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium'];
  return apt(['update', '-qq']) && apt(install) ? system() : [];
}

/** @param {{ path: string }} browser */
function isProgram({ path }) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Runs a command with its output on our standard error; ten minutes at most. @param {string} command @param {string[]} args */
const succeeds = (command, args) =>
  spawnSync(command, args, { cwd: ROOT, stdio: ['ignore', 2, 2], timeout: 600_000 }).status === 0;
