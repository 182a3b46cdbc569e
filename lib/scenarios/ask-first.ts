import { isAborted, isRefused } from './endings';
import { lastSteps, type AnsweredCall } from './history';
import type { Scenario } from './scenario';

/** Two calls that change something, each of which needs a person's approval. */
export const askFirst: Scenario = {
  id: 'ask-first',
  title: 'Ask before acting',
  summary: 'Two calls that need your approval: allow once, allow always, or deny with a reason the agent reads.',
  prompt: 'Say hello from the shell and leave a note.',
  sample: 'cart',
  needs: ['Bash', 'Write', 'Write.new folders'],
  next: (history) => {
    const done = lastSteps(history);
    if (done.length > 0) return { text: ['Here is what became of the two calls:', '', ...done.map(fate)].join('\n') };
    return {
      text: 'One command and one new file. Both change something, so you are asked first.',
      calls: [
        { name: 'Bash', input: { command: 'echo "hello from the sandbox"', description: 'Say hello' } },
        { name: 'Write', input: { file_path: 'notes/hello.md', content: '# Hello\n\nWritten by the agent.\n' } },
      ],
    };
  },
};

function fate(step: AnsweredCall): string {
  if (isRefused(step)) return `- **${step.name}**: you said no. ${step.text.split('\n')[0]}`;
  if (isAborted(step)) return `- **${step.name}**: stopped before it ran.`;
  return step.failed ? `- **${step.name}**: failed with ${step.error}.` : `- **${step.name}**: done.`;
}
