// Prints, as environment variables, which Chromium the tests use: eval "$(node e2e/run/browser.mjs)".
import { browserEnv } from './browser/env.mjs';

const env = await browserEnv((text) => process.stderr.write(`${text}\n`));
for (const [name, value] of Object.entries(env)) process.stdout.write(`export ${name}='${value}'\n`);
