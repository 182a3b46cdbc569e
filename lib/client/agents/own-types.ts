import type { AgentType, Sandbox } from '@/lib/ports';
import { z } from 'zod';

/** Where a project keeps its own agents: one Markdown file with front matter for each. */
const AGENTS_FOLDER = '.agents';

const MOST_FILES = 50;

const HeadSchema = z.object({
  name: z
    .string()
    .regex(/^[A-Za-z][\w-]{0,40}$/)
    .optional(),
  description: z.string().optional(),
  tools: z
    .union([z.array(z.string()), z.string().transform((text) => text.split(',').map((name) => name.trim()))])
    .optional(),
  model: z.string().optional(),
});

/** The agents that a project describes in files. Invalid files are skipped. */
export async function ownTypes(sandbox: Sandbox | undefined): Promise<readonly AgentType[]> {
  if (!sandbox) return [];
  const folder = `${sandbox.workdir}/${AGENTS_FOLDER}`;
  const names = await sandbox.fs.readdir(folder).then(
    (entries) => entries.flatMap(({ name }) => (name.endsWith('.md') ? [name] : [])).toSorted(),
    () => [],
  );
  const types = await Promise.all(
    names.slice(0, MOST_FILES).map(async (name) => {
      try {
        return await parseType(name.replace(/\.md$/, ''), await sandbox.fs.readFile(`${folder}/${name}`, 'utf8'));
      } catch {
        return undefined;
      }
    }),
  );
  return types.filter((type) => type !== undefined);
}

/** Parses an agent's file; undefined if its front matter is missing or invalid. */
export async function parseType(fileName: string, text: string): Promise<AgentType | undefined> {
  const parts = /^---\r?\n(.*?)\r?\n---(?:\r?\n|$)(.*)$/s.exec(text);
  if (!parts) return undefined;
  const { parse } = await import('yaml');
  const head = HeadSchema.safeParse(parse(parts[1] ?? ''));
  const system = (parts[2] ?? '').trim();
  if (!head.success || system === '') return undefined;
  const { name = fileName, description = 'described by the project', tools, model } = head.data;
  return { name, description, system, tools, model };
}
