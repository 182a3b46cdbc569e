import { makeBuild } from './make.mjs';
import { launch } from './say.mjs';

await launch(makeBuild);
