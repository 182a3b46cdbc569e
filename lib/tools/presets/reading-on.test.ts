import { expect, it } from 'vitest';
import { PRESETS } from '.';
import { openSystem } from './testing/fidelity-row';

const lines = (count: number, text: (line: number) => string): string[] =>
  Array.from({ length: count }, (_, index) => `line ${index + 1} ${text(index + 1)}`);

const FILES: Readonly<Record<string, readonly string[]>> = {
  'more lines than are shown at once': lines(2500, () => ''),
  'lines of all lengths': lines(1500, (line) => 'x'.repeat(line % 90)),
  'lines that are cut': lines(40, () => 'y'.repeat(2500)),
  'characters of three bytes': lines(1200, () => '中'.repeat(40)),
};

const CASES = PRESETS.flatMap((preset) =>
  Object.entries(FILES).flatMap(([what, content]) =>
    ['\n', '\r\n'].map((end) => ({ id: preset.id, what, content, end, ends: end === '\n' ? 'LF' : 'CRLF' })),
  ),
);

it.each(CASES)(
  '$id reads $what with $ends in parts, of which each names the next line',
  async ({ id, content, end }) => {
    const system = await openSystem(id);
    const read = system.tool(system.tools.find(({ executor }) => executor === 'Read')?.name ?? '');
    const path = await system.file('long.txt', content.join(end) + end);
    const shown: string[] = [];
    for (let parts = 0; shown.length < content.length && parts < content.length; parts += 1) {
      const from = parts === 0 ? {} : { [read.fields?.offset ?? 'offset']: shown.length + 1 };
      const { text } = await system.call(read.name, { [read.fields?.file_path ?? 'file_path']: path, ...from });
      for (const [, number, line = ''] of text.matchAll(/^ *(\d+)\t(.*)$/gm)) {
        shown.push(line);
        expect(number).toBe(String(shown.length));
      }
      if (shown.length < content.length) expect(text).toMatch(new RegExp(`\\D${shown.length + 1}\\]$`));
    }
    expect(shown.map((line, index) => line.startsWith(content[index]?.slice(0, 1000) ?? '?'))).not.toContain(false);
    expect(shown).toHaveLength(content.length);
    await system.leave();
  },
);
