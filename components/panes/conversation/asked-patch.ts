import { z } from 'zod';

const EditSchema = z.object({ old_string: z.string(), new_string: z.string() });
const WriteSchema = z.object({ content: z.string() });

/** The change that an Edit or a Write asks for, as patch lines, if its effect on the file is not known. */
export function askedPatch(toolName: string, input: unknown): string | undefined {
  if (toolName === 'Edit') {
    const edit = EditSchema.safeParse(input);
    return edit.success ? `${signed('-', edit.data.old_string)}\n${signed('+', edit.data.new_string)}` : undefined;
  }
  if (toolName === 'Write') {
    const write = WriteSchema.safeParse(input);
    return write.success ? signed('+', write.data.content) : undefined;
  }
  return undefined;
}

const signed = (sign: string, text: string): string =>
  text
    .split('\n')
    .map((line) => `${sign}${line}`)
    .join('\n');
