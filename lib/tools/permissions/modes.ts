import type { PermissionMode } from '@/lib/protocol';
import type { Petition } from './question';
import { denialTexts } from './denial-texts';
import { allow, deny, none, type Ruling } from './ruling';

/** What a mode says about a call by itself; without a verdict it leaves it to the rules and then to a person. */
export function ruleOfMode(mode: PermissionMode, { tool, input, context }: Petition): Ruling {
  if (tool.isReadOnly(input)) return READS;
  if (tool.autoApproved && tool.source === 'builtin') return OWN;
  // In plan mode it is refused as a whole: a model is to hear that before half of its calls are made.
  if (tool.actsThroughCalls && mode !== 'plan' && !tool.isDangerous(input)) return CALLS;
  switch (mode) {
    case 'acceptEdits':
      return tool.kind === 'edit' || tool.kind === 'move' ? ACCEPTED : LEFT[mode];
    case 'auto':
      return tool.isDangerous(input) ? LEFT[mode] : HARMLESS;
    case 'bypassPermissions':
      return BYPASSED;
    case 'plan':
      return deny({ source: 'mode', ...denialTexts(context).plan(tool.name) });
    case 'default': {
      const { asks = 'changes' } = context.system?.behaviour ?? {};
      return asks === 'dangerous' && !tool.isDangerous(input) ? UNDANGEROUS : LEFT[mode];
    }
    default:
      return LEFT[mode];
  }
}

const READS = allow('It only reads.');
const OWN = allow('It changes nothing but what the agent keeps for itself, or asks a person by itself.');
const CALLS = allow('It changes nothing by itself: the calls that it makes are decided about.');
const ACCEPTED = allow('Mode acceptEdits lets changes of files through.');
const HARMLESS = allow('Mode auto asks only for what is dangerous, and this is not.');
const UNDANGEROUS = allow('This system asks only for what is dangerous, and this is not.');
const BYPASSED = allow('Mode bypassPermissions asks for nothing.');

const LEFT: Record<Exclude<PermissionMode, 'bypassPermissions' | 'plan'>, Ruling> = {
  default: none('Mode default leaves what may change something to the rules.'),
  acceptEdits: none('Mode acceptEdits lets only changes of files through.'),
  auto: none('It is dangerous, so mode auto leaves it to the rules.'),
  dontAsk: none('Mode dontAsk leaves it to the rules, and asks nobody.'),
};
