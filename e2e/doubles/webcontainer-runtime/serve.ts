import { join } from 'node:path';
import type { BrowserContext } from '@playwright/test';
import { build } from 'esbuild';

const HEADERS = {
  'access-control-allow-origin': '*',
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-resource-policy': 'cross-origin',
};

/**
 * Serves the DOUBLE of StackBlitz's runtime under its address. Nothing leaves this machine: the frame's own requests for our
 * sandbox go to `baseURL`.
 */
export async function serveRuntimeDouble(context: BrowserContext, baseURL: string): Promise<void> {
  const script = await bundleFrame();
  await context.route('https://stackblitz.com/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/headless') {
      const body =
        '<!doctype html><title>A double of WebContainer</title><script type="module" src="/double.js"></script>';
      return route.fulfill({ headers: HEADERS, contentType: 'text/html', body });
    }
    if (pathname === '/double.js')
      return route.fulfill({ headers: HEADERS, contentType: 'text/javascript', body: script });
    return route.fulfill({ response: await context.request.get(`${baseURL}${pathname}`) });
  });
}

async function bundleFrame(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, 'frame.ts')],
    write: false,
    bundle: true,
    format: 'esm',
    target: 'es2022',
    logLevel: 'warning',
  });
  return outputFiles.map(({ text }) => text).join('');
}
