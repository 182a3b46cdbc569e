import { facts } from '../library';
import type { NodeProgram } from '../program';
import type { Binding } from '../binding';

/** `internalBinding('options')`. */
export const options = (program: NodeProgram): Binding => ({
  getCLIOptionsValues: () => program.options.values,
  getCLIOptionsInfo: () => ({ options: new Map(facts.options), aliases: new Map(facts.aliases) }),
  getEmbedderOptions: () => ({
    shouldNotRegisterESMLoader: false,
    noGlobalSearchPaths: false,
    noBrowserGlobals: false,
    hasEmbedderPreload: false,
  }),
  envSettings: { kAllowedInEnvvar: 0, kDisallowedInEnvvar: 1 },
  types: { kNoOp: 0, kV8Option: 1, kBoolean: 2, kInteger: 3, kUInteger: 4, kString: 5, kHostPort: 6, kStringList: 7 },
});
