import type { Sandbox, Skill, SkillIssue, SkillRegistry } from '@/lib/ports';
import { parseSkill } from './parse-skill';

/** Folders below the workdir that may hold skills; a skill in an earlier one hides a skill with the same name in a later one. */
const FOLDERS = ['.skills', 'skills'] as const;
/** Maximum number of skills that are read. */
const MOST_SKILLS = 100;
/** Maximum size of a SKILL.md, bytes. */
const MOST_BYTES = 100_000;

/** The skills in a sandbox's files, read anew each time. */
export function skillsOf(sandbox: Sandbox): SkillRegistry {
  return {
    async list() {
      const skills = new Map<string, Skill>();
      const issues: SkillIssue[] = [];
      for (const { path, folder } of (await places(sandbox)).slice(0, MOST_SKILLS)) {
        const parsed = await readOne(sandbox, path, folder);
        if (!parsed) continue;
        if (!parsed.ok) issues.push({ path, reason: parsed.reason });
        else if (!skills.has(parsed.skill.name.toLowerCase()))
          skills.set(parsed.skill.name.toLowerCase(), parsed.skill);
      }
      return { skills: [...skills.values()], issues };
    },
  };
}

async function places({ fs, workdir }: Sandbox): Promise<{ path: string; folder: string }[]> {
  const found = await Promise.all(
    FOLDERS.map(async (parent) => {
      const entries = await fs.readdir(`${workdir}/${parent}`).catch(() => []);
      return entries
        .filter(({ type }) => type !== 'file')
        .map(({ name }) => ({ path: `${workdir}/${parent}/${name}/SKILL.md`, folder: name }))
        .toSorted((a, b) => (a.path < b.path ? -1 : 1));
    }),
  );
  return found.flat();
}

/** Undefined if the folder has no SKILL.md. */
async function readOne({ fs }: Sandbox, path: string, folder: string) {
  try {
    const { size } = await fs.stat(path);
    if (size > MOST_BYTES) return { ok: false, reason: `it has more than ${MOST_BYTES} bytes` } as const;
    return parseSkill(await fs.readFile(path, 'utf8'), path, folder);
  } catch {
    return undefined;
  }
}
