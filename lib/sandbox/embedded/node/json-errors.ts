/** The invalid JSON texts, by their errors. */
const texts = new WeakMap<object, string>();

/** Records what `JSON.parse` fails on, and words its errors as Node's engine does, without line and column. */
export function noteJsonErrors(): void {
  const { parse } = JSON;
  const { apply } = Reflect;
  const noted = {
    parse(text: unknown, reviver: unknown): unknown {
      try {
        return apply(parse, JSON, [text, reviver]);
      } catch (error) {
        if (error instanceof SyntaxError) {
          error.message = error.message.replace(/ \(line \d+ column \d+\)$/, '');
          texts.set(error, String(text));
        }
        throw error;
      }
    },
  };
  Reflect.defineProperty(noted.parse, 'length', { value: parse.length, configurable: true });
  Reflect.defineProperty(JSON, 'parse', { value: noted.parse, writable: true, configurable: true });
  fails = (text) => {
    try {
      parse(text);
      return false;
    } catch (error) {
      const { message } = Object(error);
      const [, position] = /at position (\d+)/.exec(message) ?? [];
      if (position !== undefined) return Number(position) < text.length;
      return message !== 'Unexpected end of JSON input';
    }
  };
}

/** Whether text that begins like this cannot be JSON. */
let fails: (text: string) => boolean = () => false;

/** The position of the error in the invalid JSON, as the engine shows it; undefined for any other error. */
export function jsonPlace(error: unknown): string | undefined {
  const text = texts.get(Object(error));
  if (text === undefined) return undefined;
  // Find the first character after which nothing can make it valid.
  let [good, bad] = [0, text.length + 1];
  while (bad - good > 1) {
    const middle = (good + bad) >> 1;
    if (fails(text.slice(0, middle))) bad = middle;
    else good = middle;
  }
  const before = text.slice(0, good).split('\n');
  const line = text.split('\n')[before.length - 1] ?? '';
  const column = before.at(-1)?.length ?? 0;
  return `<anonymous_script>:${before.length}\n${line}\n${column < line.length ? `${' '.repeat(column)}^` : ''}\n`;
}
