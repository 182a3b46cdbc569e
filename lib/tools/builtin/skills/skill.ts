import { z } from 'zod';
import type { Skill, SkillRegistry } from '@/lib/ports';
import { withSkillContext } from '../../context';
import { defineTool } from '../../define-tool';
import { need } from '../../requirements';
import { formatRule } from '../../permissions/rule';
import { toolOf } from '../../pool/restriction-stack';
import { failure, failed, ok, type Outcome } from '../../result';
import type { ToolContext } from '../../tool';
import { summaries } from '../summaries';
import { nearest } from '@/lib/schema';

/** Maximum nesting depth of skills. */
const MOST_DEPTH = 3;
const NAME = 'Skill';

export const skill = defineTool({
  name: NAME,
  description:
    'Begins a skill: instructions that the project keeps in .skills/<name>/SKILL.md for work of one kind. They come back as ' +
    'the result, to be followed. Use it when the task is what a skill is for; without a name it lists them. While a skill ' +
    'runs only the tools it names can be used, until you end it with done or are done altogether. Do not use it for what ' +
    'you can do without. After NOT_FOUND choose one that is listed; after LOOP_DETECTED end a running skill first.',
  kind: 'other',
  category: 'agent',
  tier: 'advanced',
  source: 'builtin',
  capabilities: ['skills'],
  input: z.strictObject({
    skill: z.string().trim().min(1).optional().describe('The name of the skill. Left out: all of them are listed.'),
    arguments: z
      .string()
      .max(4000)
      .optional()
      .describe('What the skill is applied to, in words. It stands in for $ARGUMENTS.'),
    done: z
      .boolean()
      .optional()
      .describe('Ends this skill, and those begun inside it: their limits on tools are lifted.'),
  }),
  isReadOnly: ({ skill: name }) => name === undefined,
  titleFor: ({ skill: name, done = false }) =>
    name === undefined ? 'List the skills' : `${done ? 'End' : 'Begin'} the skill ${name}`,
  ruleSubject: async ({ skill: name = '' }) => ({ kind: 'command', whole: name, commands: [name] }),
  suggestRule: async ({ skill: name }) => formatRule(NAME, name),
  async execute({ skill: name, arguments: given = '', done = false }, context) {
    const skills = need(context, 'skills');
    if (!skills.ok) return skills.failure;
    if (name !== undefined && done) return end(name, context);
    const found = await skills.value.list();
    context.signal.throwIfAborted();
    if (name === undefined) return listSkills(found, context);
    const wanted = findSkill(found, name);
    return wanted.ok ? begin(wanted.value, given, context) : wanted.failure;
  },
});

function begin(wanted: Skill, given: string, context: ToolContext) {
  const { restrictions } = context;
  const running = restrictions?.value.map(({ by }) => by) ?? [];
  const { skillDepth = 0 } = withSkillContext({ ...context, skillDepth: (context.skillDepth ?? 0) + running.length });
  if (running.includes(wanted.name)) {
    return failure('LOOP_DETECTED', `The skill ${wanted.name} runs already. Follow it, or end it with done.`);
  }
  if (skillDepth > MOST_DEPTH) {
    const list = running.join(', ');
    return failure(
      'LOOP_DETECTED',
      `At most ${MOST_DEPTH} skills run inside one another (${list}). End one with done.`,
    );
  }
  const tools = wanted.tools && [...new Set([...wanted.tools, NAME])];
  if (tools && !restrictions) {
    return failure(
      'STORE_UNAVAILABLE',
      `${wanted.name} narrows the tools, and that cannot be done here. Go on without it.`,
    );
  }
  restrictions?.push(tools, wanted.name);
  return {
    text: [
      instructionsOf(wanted, given),
      `[${limitsOf(wanted, context)} End the skill with ${NAME}, done: true.]`,
    ].join('\n\n'),
    summary: summaries(context).narrowed(tools),
    details: { skill: wanted.name, ...(tools && { tools }), depth: skillDepth },
  };
}

function end(name: string, context: ToolContext) {
  const { restrictions } = context;
  const running = restrictions?.value.find(({ by }) => by.toLowerCase() === name.toLowerCase());
  if (!running || !restrictions?.leave(running.by)) {
    const others = restrictions?.value.map(({ by }) => by).join(', ') ?? '';
    return failure(
      'NOT_FOUND',
      `The skill ${name} does not run. ${others === '' ? 'None does.' : `There runs: ${others}.`}`,
    );
  }
  const { by, allowed } = restrictions;
  const now = allowed ? `${by} goes on, with its tools: ${allowed.join(', ')}.` : 'All tools can be used again.';
  return { text: `Ended the skill ${running.by}. ${now}`, summary: summaries(context).endedSkill(running.by) };
}

function instructionsOf({ name, instructions, path }: Skill, given: string): string {
  const folder = path.slice(0, path.lastIndexOf('/'));
  const text = instructions.replaceAll('$ARGUMENTS', () => given);
  const applied = given !== '' && text === instructions ? `\n\nApplied to: ${given}` : '';
  return `# ${name} (its files: ${folder})\n\n${text}${applied}`;
}

function limitsOf({ tools }: Skill, { pool }: ToolContext): string {
  if (!tools) return 'All tools can be used.';
  const here = new Set(pool?.().flatMap(({ name, executor = name }) => [name.toLowerCase(), executor.toLowerCase()]));
  const unread = tools.filter((entry) => toolOf(entry) === undefined);
  const missing = pool ? tools.filter((entry) => !unread.includes(entry) && !here.has(lowerName(entry))) : [];
  return [
    `Only these tools can be used now: ${tools.join(', ') || 'none'}.`,
    ...(missing.length > 0 ? [`Not here: ${missing.join(', ')}.`] : []),
    ...(unread.length > 0 ? [`Neither a tool nor a rule, so it allows nothing: ${unread.join(', ')}.`] : []),
  ].join(' ');
}

const lowerName = (entry: string): string => toolOf(entry)?.toLowerCase() ?? '';

type Found = Awaited<ReturnType<SkillRegistry['list']>>;

/** A numbered list of skills, and the unusable ones with the reason. */
function listSkills(
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
function findSkill(found: Found, wanted: string): Outcome<Skill> {
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
