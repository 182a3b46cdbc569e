import { describe, expect, it } from 'vitest';
import { quote } from './endings';

describe('quote', () => {
  it.each([
    ['# Subtest: a line\n---\n...', '```text\n# Subtest: a line\n---\n...\n```'],
    ['a ```` b', '`````text\na ```` b\n`````'],
    ['', '```text\n\n```'],
  ])('%o stays what it is', (text, quoted) => expect(quote(text)).toBe(quoted));

  it('is cut where it is long', () => {
    expect(quote('x'.repeat(500))).toBe(`\`\`\`text\n${'x'.repeat(400)}…\n\`\`\``);
  });
});
