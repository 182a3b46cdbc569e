import type { Denial, Language, ToolResult } from '@/lib/protocol';
import { failure } from '../result';
import type { System } from '../system';
import { denialTexts } from './denial-texts';

/** The result of a denied call, in the language of the call's context. */
export function denied(
  denial: Denial,
  addressed: { readonly system?: System | undefined; readonly language?: Language | undefined } = {},
): ToolResult {
  const { notRun, by, stop, space } = denialTexts(addressed);
  const { source } = denial;
  const code = source === 'hard-coded' ? 'BLACKLIST_DENIED' : source === 'hook' ? 'HOOK_BLOCKED' : 'GATE_DENIED';
  const rule = denial.rule === undefined ? '' : by(source === 'hook' ? 'hook' : 'rule', denial.rule);
  const own = addressed.system?.behaviour.texts[addressed.language ?? 'en']?.denied;
  const said = (own ?? notRun)(denial.reason) + rule;
  const text = [ENDED.test(said) ? said : said + stop, denial.hint].filter(Boolean).join(space);
  return failure(code, text, { denial });
}

/** A person's text may lack the full stop that separates it from what follows. */
const ENDED = /[.!?…。！？]["'”’)\]）」]*$/;
