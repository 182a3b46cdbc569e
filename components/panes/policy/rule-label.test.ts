import type { ToolKind } from '@/lib/protocol';
import { describe, expect, it } from 'vitest';
import { textIn } from '../../messages/text';
import { ruleLabel } from './rule-label';

const text = textIn('en', 'policy');
const kinds = new Map<string, ToolKind>([
  ['Bash', 'execute'],
  ['Edit', 'edit'],
]);

describe('ruleWords', () => {
  it.each([
    ['Edit', { matches: 'every call of Edit' }],
    ['Edit(src/**)', { matches: 'Edit where a path matches src/**' }],
    ['Bash(npm test:*)', { matches: 'commands that begin with npm test' }],
    ['Bash(ls)', { matches: 'exactly the command ls' }],
    ['Bash(git * main)', { matches: 'commands of the form git * main' }],
    [
      'Edlt(src/**)',
      {
        matches: 'Edlt where a path matches src/**',
        unknown: 'No tool here is called Edlt, so this matches nothing for now.',
      },
    ],
  ])('%s', (rule, words) => expect(ruleLabel(rule, kinds, text)).toEqual(words));

  it.each([[''], ['Edit('], ['Edit src'], ['(x)']])('%j is no rule', (rule) => {
    expect(ruleLabel(rule, kinds, text)).toHaveProperty('issue');
  });

  it('says nothing of unknown tools before the tools have loaded', () => {
    expect(ruleLabel('Nope', new Map(), text)).toEqual({ matches: 'every call of Nope' });
  });
});
