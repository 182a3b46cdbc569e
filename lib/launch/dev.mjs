import { chooseAddress } from './address.mjs';
import { ensureInstalled } from './install.mjs';
import { makeSandbox, NEXT } from './make.mjs';
import { runNode } from './run.mjs';
import { launch, say } from './say.mjs';

await launch(async () => {
  await ensureInstalled();
  const { host, port, url } = await chooseAddress(process.env);
  say('Bundling the sandbox (once: start again after you change lib/sandbox/embedded) …');
  await makeSandbox();
  say(`Toolyard, for development: ${url}`);
  process.exitCode = await runNode([NEXT, 'dev', '-H', host, '-p', String(port)]);
});
