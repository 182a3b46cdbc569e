import type { Workflow } from '@/lib/ports';
import { referencesIn } from './references';

/** The names of the values that a workflow needs as input. */
export const toolsNeededBy = ({ steps }: Workflow): string[] => [
  ...new Set(
    steps
      .flatMap(({ input }) => referencesIn(input))
      .flatMap((parsed) => (parsed.ok && parsed.reference.to === 'input' ? [parsed.reference.path[0]] : [])),
  ),
];
