import { describe, expect, it } from 'vitest';
import { textIn } from '../../messages/text';
import { ruleIssue } from './rule-issue';

const text = textIn('en', 'thread');

describe('ruleIssue', () => {
  it.each([
    ['Edit', undefined],
    [' Edit(src/**) ', undefined],
    ['Edit(', 'Not a rule. Write Edit or Edit(pattern).'],
    ['', 'Not a rule. Write Edit or Edit(pattern).'],
    ['nonsense', 'This is a call of Edit; the rule is about nonsense.'],
    ['Read(**)', 'This is a call of Edit; the rule is about Read.'],
  ])('“%s” for a call of Edit: %s', (rule, issue) => {
    expect(ruleIssue(text, rule, 'Edit')).toBe(issue);
  });

  it.each([
    ['covers', undefined],
    ['other-call', 'The rule does not match this call.'],
    ['other-tool', 'This Edit comes from a different source than the rule’s.'],
  ] as const)('says what dispatch will say of it: %s', (cover, issue) => {
    expect(ruleIssue(text, 'Edit(src/**)', 'Edit', () => cover)).toBe(issue);
  });
});
