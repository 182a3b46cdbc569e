import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../lib/launch/root.mjs';

/**
 * Chromium from the npm package @sparticuz/chromium, unpacked below node_modules with the libraries it needs, so that it starts
 * on a bare system.
 *
 * @returns {Promise<import('./find.mjs').Browser[]>}
 */
export async function packaged() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return [];
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'));
  const folder = join(ROOT, 'node_modules', '.cache', 'toolyard', `chromium-${version}`);
  if (!existsSync(folder)) {
    const unfinished = `${folder}.${process.pid}`;
    mkdirSync(unfinished, { recursive: true });
    await unpack(unfinished);
    nameFonts(join(unfinished, 'fonts', 'fonts.conf'), join(folder, 'fonts'));
    renameSync(unfinished, folder);
  }
  const libraries = [join(folder, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':');
  return [
    {
      path: join(folder, 'chromium'),
      env: { LD_LIBRARY_PATH: libraries, FONTCONFIG_PATH: join(folder, 'fonts') },
    },
  ];
}

/**
 * The package reads and writes environment variables on import: it unpacks into TMPDIR, and its libraries only if it believes
 * it is in a Lambda. Afterwards our own process gets its environment back.
 *
 * @param {string} folder
 */
async function unpack(folder) {
  const before = { ...process.env };
  process.env.TMPDIR = folder;
  process.env.AWS_LAMBDA_JS_RUNTIME = 'nodejs22.x';
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
}

/** The package's font configuration names folders of a Lambda. @param {string} file @param {string} fonts */
function nameFonts(file, fonts) {
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('/tmp/fonts', fonts));
}
