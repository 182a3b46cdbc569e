import type { WorkflowStep } from '@/lib/ports';
import type { ValidationIssue } from '@/lib/protocol';
import { nearest, validate } from '@/lib/schema';
import type { AnyTool } from '../../tool';
import { referencesIn } from './references';

/**
 * Issues in a list of steps: duplicate ids, unknown tools, references to anything but earlier steps (so there are no cycles),
 * and inputs without references that their tool rejects.
 */
export function checkSteps(steps: readonly WorkflowStep[], tools: readonly AnyTool[]): ValidationIssue[] {
  const before = new Set<string>();
  return steps.flatMap(({ id, tool: name, input }, index) => {
    const at = `$.steps[${index}]`;
    const issues: ValidationIssue[] = [];
    if (before.has(id)) issues.push(issue(`${at}.id`, 'an id of its own', id, 'another step has this id'));
    const tool = tools.find((known) => known.name === name);
    if (!tool) {
      const near = nearest(
        name,
        tools.map((known) => known.name),
      );
      issues.push(
        issue(`${at}.tool`, 'a tool that is there', name, near ? `did you mean ${near}?` : 'there is no such tool'),
      );
    }
    const references = referencesIn(input);
    for (const parsed of references) {
      if (!parsed.ok) issues.push(issue(`${at}.input`, 'a reference', parsed.text, parsed.reason));
      else if (parsed.reference.to === 'step' && !before.has(parsed.reference.step)) {
        const message = 'only steps before this one can be referred to';
        issues.push(
          issue(`${at}.input`, `one of ${[...before].join(', ') || 'no step yet'}`, parsed.reference.step, message),
        );
      }
    }
    if (tool && references.length === 0) issues.push(...inputIssues(tool, input, `${at}.input`));
    before.add(id);
    return issues;
  });
}

function inputIssues(tool: AnyTool, input: unknown, at: string): ValidationIssue[] {
  const checked = validate(tool.input, input);
  return checked.ok ? [] : checked.issues.map((found) => ({ ...found, path: at + found.path.replace(/^\$/, '') }));
}

const issue = (path: string, expected: string, received: string, message: string): ValidationIssue => ({
  path,
  expected,
  received: received.slice(0, 60),
  message,
});
