import type { Text } from '../../messages/text';
import type { ListedThread } from '../../state/thread-list';
import { inRow } from '../../messages/locale';

/** What tells a thread from others that began with the same words: its calls, their tools, and its preset. */
export const threadTraits = (
  { calls = 0, tools = [], preset }: Pick<ListedThread, 'calls' | 'tools' | 'preset'>,
  text: Text<'threads'>,
  presets: readonly { id: string; title: string }[],
): string[] => [
  ...(calls > 0 ? [text('calls', { count: calls, tools: inRow(tools) })] : []),
  ...(preset ? [presets.find(({ id }) => id === preset)?.title ?? preset] : []),
];
