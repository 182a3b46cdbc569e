import { trailersAsWritten, trailersOf } from './message';

/** A message's trailers as `%(trailers:key=…,separator=…)` shows them. */
export function trailersText(option: string, message: string): string {
  const given = new Map(option.split(',').map((part) => [part.replace(/=.*$/s, ''), part.replace(/^[^=]*=?/, '')]));
  const keys = option.split(',').flatMap((part) => /^key=(.*?):?$/.exec(part)?.[1]?.toLowerCase() ?? []);
  const literal = (text: string) =>
    text.replaceAll(/%(?:n|x([0-9a-f]{2}))/gi, (_, hex?: string) =>
      hex === undefined ? '\n' : String.fromCharCode(parseInt(hex, 16)),
    );
  const isOn = (key: string) => given.has(key) && !/^(?:no|false|off)$/.test(given.get(key) ?? '');
  const isOnly = isOn('only') || keys.length > 0;
  const changes = ['separator', 'key_value_separator', 'keyonly', 'valueonly'].some((key) => given.has(key));
  if (!isOnly && !isOn('unfold') && !changes) return trailersAsWritten(message);
  const lines = trailersOf(message)
    .filter((line) => !isOnly || isTrailer(line))
    .filter((line) => keys.length === 0 || keys.some((key) => line.toLowerCase().startsWith(`${key}:`)))
    .map((line) => (isOn('unfold') ? line.replaceAll(/\n\s+/g, ' ') : line));
  const between = literal(given.get('key_value_separator') ?? ': ');
  const shown = lines.map((line) => {
    const [, key = line, value = ''] = /^([^:]*):\s*(.*)$/s.exec(line) ?? [];
    return isOn('valueonly')
      ? value
      : isOn('keyonly')
        ? key
        : given.has('key_value_separator') && isTrailer(line)
          ? key + between + value
          : line;
  });
  const separator = given.get('separator');
  return separator === undefined ? shown.map((line) => `${line}\n`).join('') : shown.join(literal(separator));
}

/** Whether a line of the last paragraph is a trailer, not text beside them. */
const isTrailer = (line: string): boolean => /^[A-Za-z0-9-]+[ \t]*:/.test(line);
