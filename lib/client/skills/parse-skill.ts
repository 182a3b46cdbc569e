import type { Skill } from '@/lib/ports';
import { messageOf } from '@/lib/protocol/message-of';
import { parse } from 'yaml';
import { z } from 'zod';

const NAME = /^[a-z0-9][a-z0-9-]{0,63}$/i;
/** Maximum length of a skill's instructions, characters. */
const MOST_INSTRUCTIONS = 20_000;

/** Names in a list, or in one string separated by commas or spaces. */
const ToolsSchema = z.union([z.array(z.string()), z.string().transform(split)]);
const FrontMatterSchema = z.object({
  name: z.string().regex(NAME).optional(),
  description: z.string().min(1),
  'allowed-tools': ToolsSchema.nullish(),
});

const FORM = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)([\s\S]*)$/;

type ParsedSkill = { readonly ok: true; readonly skill: Skill } | { readonly ok: false; readonly reason: string };

/** Parses a SKILL.md: YAML between two lines of dashes, then Markdown. Default name: the folder's. */
export function parseSkill(text: string, path: string, folder: string): ParsedSkill {
  const [, head, body = ''] = FORM.exec(text) ?? [];
  if (head === undefined) return wrong('it does not begin with front matter between two lines of ---');
  let front: unknown;
  try {
    front = parse(head, { maxAliasCount: 0 });
  } catch (error) {
    return wrong(`its front matter is no YAML: ${firstLine(messageOf(error))}`);
  }
  const checked = FrontMatterSchema.safeParse(front);
  if (!checked.success) {
    const [issue] = checked.error.issues;
    return wrong(`its front matter: ${issue?.path.join('.') || 'all of it'}: ${issue?.message ?? 'is wrong'}`);
  }
  const { name = folder, description, 'allowed-tools': tools } = checked.data;
  const instructions = body.trim();
  if (!NAME.test(name)) return wrong('its name may have letters, digits and dashes only');
  if (instructions === '') return wrong('it says nothing to do');
  if (instructions.length > MOST_INSTRUCTIONS) return wrong(`it has more than ${MOST_INSTRUCTIONS} characters`);
  return {
    ok: true,
    skill: { name, description: description.trim(), instructions, path, ...(tools && { tools: tools.map(trim) }) },
  };
}

const wrong = (reason: string): ParsedSkill => ({ ok: false, reason });
const trim = (text: string): string => text.trim();
const firstLine = (text: string): string => text.split('\n')[0] ?? '';

/** Splits at commas and spaces, but not inside brackets: `Read, Bash(npm test)`. */
function split(text: string): string[] {
  return [...text.matchAll(/[^\s,(]+(?:\([^)]*\))?/g)].map(([name]) => name);
}
