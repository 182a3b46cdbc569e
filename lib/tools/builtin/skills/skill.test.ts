import type { SkillRegistry } from '@/lib/ports';
import { skillsOf } from '@/lib/client/skills/read-skills';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AbortReason } from '../../result';
import { eraseTool } from '../../tool';
import { RestrictionStack } from '../../pool/restriction-stack';
import { createBench, type Bench } from '../../testing/bench';
import { coreTools } from '..';
import { skill } from './skill';

const TOOLS = [...coreTools, eraseTool(skill)];
const DONE = 'End the skill with Skill, done: true.';

let bench: Bench;
let stack: RestrictionStack;
const skills: SkillRegistry = { list: () => skillsOf(bench.sandbox).list() };
beforeEach(async () => {
  stack = new RestrictionStack();
  bench = await createBench(TOOLS, { skills, restrictions: stack, pool: () => TOOLS });
  await put('notes', 'description: Writes notes.\nallowed-tools: Read, Grep', 'Read $ARGUMENTS, then tell.');
  await put('look', 'description: Looks.\nallowed-tools: [Glob]', 'Look around.');
  await put('free', 'description: Does anything.', 'Do anything.');
});
afterEach(() => bench.sandbox.dispose());

const put = (name: string, head: string, body: string) =>
  bench.write(`.skills/${name}/SKILL.md`, `---\n${head}\n---\n${body}\n`);
const run = async (input: object) => (await bench.call('Skill', input)).result;
const codeOf = async (name: string, input: object) => (await bench.call(name, input)).result.error;

describe('Skill', () => {
  it('lists the skills, and says what is wrong with one that cannot be used', async () => {
    await put('broken', 'name: broken', 'x');
    const { text, summary } = await run({});
    expect(summary).toBe('3 skills');
    expect(text).toContain('notes: Writes notes. (only Read, Grep)');
    expect(text).toMatch(/Cannot be used: .*\/broken\/SKILL.md: its front matter: description/);
    expect(await run({ skill: 'broken' })).toMatchObject({ error: 'READ_ERROR' });
  });

  it('gives the instructions, and narrows the tools until it is ended', async () => {
    const { text, summary, details } = await run({ skill: 'Notes', arguments: 'src/cart.ts' });
    expect(text).toContain(
      `/.skills/notes)\n\nRead src/cart.ts, then tell.\n\n[Only these tools can be used now: Read, Grep. ${DONE}]`,
    );
    expect({ summary, details }).toMatchObject({ summary: 'only Read, Grep, Skill', details: { depth: 1 } });
    expect(await bench.call('Bash', { command: 'date' })).toMatchObject({
      result: { error: 'TOOL_NOT_FOUND', text: expect.stringContaining('disabled while the skill notes runs') },
    });
    expect(await codeOf('Read', { file_path: 'nothing' })).toBe('NOT_FOUND');
    expect((await run({ skill: 'notes', done: true })).text).toBe(
      'Ended the skill notes. All tools can be used again.',
    );
    expect(await codeOf('Bash', { command: 'true' })).toBeUndefined();
  });

  it('lets the innermost list count, and gives the outer one back', async () => {
    await run({ skill: 'notes' });
    await run({ skill: 'look' });
    expect([await codeOf('Read', { file_path: 'x' }), await codeOf('Glob', { pattern: '*' })]).toEqual([
      'TOOL_NOT_FOUND',
      undefined,
    ]);
    expect((await run({ skill: 'look', done: true })).text).toContain(
      'notes goes on, with its tools: Read, Grep, Skill',
    );
    expect([await codeOf('Read', { file_path: 'x' }), await codeOf('Glob', { pattern: '*' })]).toEqual([
      'NOT_FOUND',
      'TOOL_NOT_FOUND',
    ]);
  });

  it('ends what runs inside with it, and leaves the tools alone where it narrows nothing', async () => {
    await run({ skill: 'notes' });
    expect(await run({ skill: 'free' })).toMatchObject({ summary: 'all tools' });
    expect(stack.allowed).toEqual(['Read', 'Grep', 'Skill']);
    await run({ skill: 'look' });
    await run({ skill: 'notes', done: true });
    expect(stack.depth).toBe(0);
  });

  it('goes only so deep, and never into itself', async () => {
    for (const name of ['a', 'b', 'c']) await put(name, 'description: x', 'x');
    await run({ skill: 'a' });
    expect(await run({ skill: 'a' })).toMatchObject({ error: 'LOOP_DETECTED' });
    await run({ skill: 'b' });
    await run({ skill: 'c' });
    expect(await run({ skill: 'free' })).toMatchObject({
      error: 'LOOP_DETECTED',
      text: expect.stringContaining('a, b, c'),
    });
    expect(stack.depth).toBe(3);
  });

  it('says which tools are not there, and what it cannot read', async () => {
    await put('odd', 'description: x\nallowed-tools: ["Read", "Telephone", "Bash(npm test)", "Grep!"]', 'x');
    const { text } = await run({ skill: 'odd' });
    expect(text).toContain('Only these tools can be used now: Read, Telephone, Bash(npm test), Grep!.');
    expect(text).toContain('Not here: Telephone.');
    expect(text).toContain('Neither a tool nor a rule, so it allows nothing: Grep!.');
    expect(await codeOf('Grep', { pattern: 'x' })).toBe('TOOL_NOT_FOUND');
  });

  it.each([
    ['echo one', undefined],
    ['echo one && echo two', undefined],
    ['date', 'GATE_DENIED'],
    ['echo one; date', 'GATE_DENIED'],
    ['echo $(date)', 'GATE_DENIED'],
    ['echoes', 'GATE_DENIED'],
  ])('lets Bash(echo:*) run %s: %s', async (command, code) => {
    await put('say', 'description: x\nallowed-tools: Bash(echo:*), Write(notes/**)', 'x');
    await run({ skill: 'say' });
    expect(await codeOf('Bash', { command })).toBe(code);
  });

  it('lets a rule for paths count, in every mode, and also after a rule that allows', async () => {
    await put('write', 'description: x\nallowed-tools: Write(notes/**)', 'x');
    await run({ skill: 'write' });
    bench.rules.push({ behavior: 'allow', rule: 'Write' });
    expect(await codeOf('Write', { file_path: 'notes/a.md', content: 'a' })).toBeUndefined();
    const { result } = await bench.call('Write', { file_path: 'src/a.md', content: 'a' });
    expect(result).toMatchObject({ error: 'GATE_DENIED', denial: { source: 'rule', rule: 'Write(notes/**)' } });
    await run({ skill: 'write', done: true });
    expect(await codeOf('Write', { file_path: 'src/a.md', content: 'a' })).toBeUndefined();
  });

  it.each([
    ['a skill that is not there', { skill: 'note' }, 'NOT_FOUND', 'Did you mean notes?'],
    ['the end of one that does not run', { skill: 'notes', done: true }, 'NOT_FOUND', 'None does'],
    ['a field it does not know', { name: 'notes' }, 'INVALID_ARGS', ''],
  ])('refuses %s', async (_what, input, error, text) => {
    expect(await run(input)).toMatchObject({ error, text: expect.stringContaining(text) });
    expect(stack.depth).toBe(0);
  });

  it('narrows nothing when a person says no, or stops; to list is never asked about', async () => {
    bench.mode = 'default';
    bench.answer = async () => ({ behavior: 'deny', reason: 'no' });
    expect((await run({})).success).toBe(true);
    expect(await run({ skill: 'notes' })).toMatchObject({ error: 'GATE_DENIED' });
    expect(bench.asked[0]?.suggestedRule).toBe('Skill(notes)');
    const stopped = AbortSignal.abort(new AbortReason('stopped', 'A person stopped the call.'));
    expect((await bench.call('Skill', { skill: 'notes' }, stopped)).phase).toBe('aborted');
    expect(stack.depth).toBe(0);
  });

  it('keeps long instructions short', async () => {
    await put('long', 'description: x', 'word '.repeat(3000));
    const { text, truncated } = await run({ skill: 'long' });
    expect(text.length).toBeLessThan(10_100);
    expect(truncated?.omitted).toBeGreaterThan(4000);
  });
});
