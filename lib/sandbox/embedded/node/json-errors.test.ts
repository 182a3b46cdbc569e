import { expect, it } from 'vitest';
import { jsonPlace, noteJsonErrors } from './json-errors';

it('finds where a text stops being JSON', () => {
  const { parse } = JSON;
  noteJsonErrors();
  const placed = (text: string) => {
    try {
      JSON.parse(text);
      return undefined;
    } catch (error) {
      return jsonPlace(error);
    }
  };
  try {
    expect(placed('{"a": }')).toBe('<anonymous_script>:1\n{"a": }\n      ^\n');
    expect(placed('{\n  "a": 1,\n  "b": oops\n}')).toBe('<anonymous_script>:3\n  "b": oops\n       ^\n');
    expect(placed('{')).toBe('<anonymous_script>:1\n{\n\n');
    expect(placed('[1, 2')).toBe('<anonymous_script>:1\n[1, 2\n\n');
    expect(placed('[1]')).toBeUndefined();
    expect(jsonPlace(new SyntaxError('other'))).toBeUndefined();
  } finally {
    Object.assign(JSON, { parse });
  }
});
