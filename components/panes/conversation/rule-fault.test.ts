import { describe, expect, it } from 'vitest';
import { ruleFault } from './rule-fault';

describe('ruleFault', () => {
  it.each([
    ['Edit', undefined],
    [' Edit(src/**) ', undefined],
    ['Edit(', 'Not a rule. Write Edit or Edit(pattern).'],
    ['', 'Not a rule. Write Edit or Edit(pattern).'],
    ['nonsense', 'This is a call of Edit; the rule is about nonsense.'],
    ['Read(**)', 'This is a call of Edit; the rule is about Read.'],
  ])('“%s” for a call of Edit: %s', (rule, fault) => {
    expect(ruleFault(rule, 'Edit')).toBe(fault);
  });

  it.each([
    ['covers', undefined],
    ['other-call', 'The rule does not match this call.'],
    ['other-tool', "This Edit is another source's tool than the rule means."],
  ] as const)('says what dispatch will say of it: %s', (cover, fault) => {
    expect(ruleFault('Edit(src/**)', 'Edit', () => cover)).toBe(fault);
  });
});
