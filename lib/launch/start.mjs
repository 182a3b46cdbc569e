import { chooseAddress } from './address.mjs';
import { ensureInstalled } from './install.mjs';
import { ensureBuilt } from './make.mjs';
import { checkNode } from './node-version.mjs';
import { launch, say } from './say.mjs';
import { serve } from './serve.mjs';

await launch(async () => {
  checkNode(process.versions.node);
  const address = await chooseAddress(process.env);
  await ensureInstalled();
  await ensureBuilt();
  process.exitCode = await serve(address, () => {
    say(`\nToolyard is ready: ${address.url}\nOpen it in a browser and press Run. Ctrl-C stops it.\n`);
  });
});
