import type { Client } from '@/lib/client/state';
import { keepText, keptText } from './kept-text';

/** What was said, by the id of its message: kept until the log has it, as a reload before that must not lose it. */
interface Said {
  readonly id: string;
  readonly text: string;
}

const KEY = 'said';
/** Between two messages, and between an id and its text. */
const [NEXT, OF] = ['\0', '\n'];

/** What the log is not known to have, oldest first. */
export function justSaid(): readonly Said[] {
  return keptText(KEY)
    .split(NEXT)
    .flatMap((kept) => {
      const end = kept.indexOf(OF);
      return end < 0 ? [] : [{ id: kept.slice(0, end), text: kept.slice(end + 1) }];
    });
}

/** Forgets what the log has, or what was refused. */
export const forgetSaid = (isOver: (id: string) => boolean = () => true): void =>
  keep(justSaid().filter(({ id }) => !isOver(id)));

/** What a person says now; returns the action that sends it. What is refused is told of, and forgotten. */
export function say(text: string): (client: Client) => Promise<void> {
  const id = crypto.randomUUID();
  keep([...justSaid(), { id, text }]);
  return async (client) => {
    if (!(await client.send(text, id))) forgetSaid((said) => said === id);
  };
}

const keep = (all: readonly Said[]): void => keepText(KEY, all.map(({ id, text }) => `${id}${OF}${text}`).join(NEXT));
