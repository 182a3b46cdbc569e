import { describe, expect, it } from 'vitest';
import { fencedText } from './endings';

describe('quoted', () => {
  it.each([
    ['# Subtest: a line\n---\n...', '```text\n# Subtest: a line\n---\n...\n```'],
    ['a ```` b', '`````text\na ```` b\n`````'],
    ['', '```text\n\n```'],
  ])('%o stays what it is', (text, expected) => expect(fencedText(text)).toBe(expected));

  it('is cut where it is long', () => {
    expect(fencedText('x'.repeat(500))).toBe(`\`\`\`text\n${'x'.repeat(400)}…\n\`\`\``);
  });
});
