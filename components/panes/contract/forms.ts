import { toApiTool } from '@/lib/tools/api-tool';
import type { AnyTool } from '@/lib/tools/tool';

/** A form in which a tool is told to somebody. */
export interface Form {
  id: string;
  title: string;
  explains: string;
  of(tool: AnyTool): unknown;
}

export const FORMS: readonly Form[] = [
  {
    id: 'agui',
    title: 'AG-UI',
    explains: 'What the hands send to the brain, and any AG-UI agent can read.',
    of: toApiTool,
  },
];
