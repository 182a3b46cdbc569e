import type { Skill, SkillRegistry } from '@/lib/ports';
import { nearest } from '@/lib/schema';
import { failed, ok, type Outcome } from '../../result';
import { summaries } from '../summaries';

type Found = Awaited<ReturnType<SkillRegistry['list']>>;

/** A numbered list of skills, and the unusable ones with the reason. */
export function listSkills(
  { skills, issues }: Found,
  context: Parameters<typeof summaries>[0] = {},
): { text: string; summary: string } {
  const summary = summaries(context).skills(skills.length);
  const lines = skills.map(({ name, description, tools }, index) => {
    const only = tools ? ` (only ${tools.join(', ') || 'no tools'})` : '';
    return `${index + 1}. ${name}: ${description}${only}`;
  });
  const broken = issues.map(({ path, reason }) => `Cannot be used: ${path}: ${reason}.`);
  const none = skills.length === 0 ? ['There is no skill. One is a file .skills/<name>/SKILL.md.'] : [];
  return { text: [...none, ...lines, ...broken].join('\n'), summary };
}

/** Finds a skill by name, ignoring case. */
export function findSkill(found: Found, wanted: string): Outcome<Skill> {
  const { skills, issues } = found;
  const skill = skills.find(({ name }) => name.toLowerCase() === wanted.toLowerCase());
  if (skill) return ok(skill);
  const broken = issues.find(({ path }) => path.toLowerCase().endsWith(`/${wanted.toLowerCase()}/skill.md`));
  if (broken)
    return failed('READ_ERROR', `${broken.path} cannot be used: ${broken.reason}. Mend it, or go on without.`);
  const near = nearest(
    wanted,
    skills.map(({ name }) => name),
  );
  const hint = near === undefined ? '' : ` Did you mean ${near}?`;
  return failed('NOT_FOUND', `There is no skill "${wanted}".${hint}\n${listSkills(found).text}`);
}
