/** The longest `received` text, characters. */
export const RECEIVED_LIMIT = 60;

/** A value as JSON, cut to 60 characters, without visiting more of it than that. */
export function preview(value: unknown): string {
  const text = write(value, RECEIVED_LIMIT + 1);
  return text.length <= RECEIVED_LIMIT ? text : `${text.slice(0, RECEIVED_LIMIT - 1)}…`;
}

function write(value: unknown, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room));
  if (typeof value !== 'object' || value === null) return String(value);
  const array = Array.isArray(value);
  let text = array ? '[' : '{';
  let first = true;
  for (const key in value) {
    if (text.length >= room) return text;
    const label = array ? '' : `${JSON.stringify(key.slice(0, room))}:`;
    text += `${first ? '' : ','}${label}${write(Reflect.get(value, key), room - text.length)}`;
    first = false;
  }
  return text + (array ? ']' : '}');
}
