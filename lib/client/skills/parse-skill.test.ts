import { describe, expect, it } from 'vitest';
import { parseSkill } from './parse-skill';

const parse = (text: string) => parseSkill(text, '/w/.skills/notes/SKILL.md', 'notes');
const withTools = (tools: string) => parse(`---\ndescription: Notes.\nallowed-tools: ${tools}\n---\nDo it.`);

describe('a SKILL.md', () => {
  it('is front matter and what to do', () => {
    const text =
      '\uFEFF---\r\nname: release-notes\r\ndescription: >\r\n  Writes notes.\r\nother: 1\r\n---\r\n\r\n# Steps\r\n';
    expect(parse(text)).toEqual({
      ok: true,
      skill: {
        name: 'release-notes',
        description: 'Writes notes.',
        instructions: '# Steps',
        path: '/w/.skills/notes/SKILL.md',
      },
    });
  });

  it.each([
    ['[Read, Grep]', ['Read', 'Grep']],
    ['Read, Bash(npm test, git:*) Grep', ['Read', 'Bash(npm test, git:*)', 'Grep']],
    ['[]', []],
    ['', undefined],
  ])('may narrow the tools: %s', (tools, names) => {
    const parsed = withTools(tools);
    expect(parsed.ok && parsed.skill.tools).toEqual(names);
    expect(parsed.ok && parsed.skill.name).toBe('notes');
  });

  it.each([
    ['no front matter', '# Notes', 'front matter'],
    ['front matter that does not end', '---\ndescription: x\n', 'front matter'],
    ['front matter that is no YAML', '---\ndescription: [\n---\nx', 'YAML'],
    ['aliases that grow', '---\na: &a [1]\ndescription: x\nb: *a\n---\nx', 'YAML'],
    ['no description', '---\nname: x\n---\nDo it.', 'description'],
    ['a name that is a path', '---\nname: ../x\ndescription: x\n---\nDo it.', 'name'],
    ['nothing to do', '---\ndescription: x\n---\n \n', 'nothing to do'],
    ['too much to do', `---\ndescription: x\n---\n${'x'.repeat(20_001)}`, 'more than'],
  ])('is refused for %s', (_what, text, reason) => {
    const parsed = parse(text);
    expect(parsed.ok).toBe(false);
    expect(parsed.ok ? '' : parsed.reason).toContain(reason);
  });
});
