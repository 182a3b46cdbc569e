import { ensureInstalled } from './install.mjs';
import { makeBuild } from './make.mjs';
import { launch } from './say.mjs';

await launch(async () => {
  await ensureInstalled();
  await makeBuild();
});
