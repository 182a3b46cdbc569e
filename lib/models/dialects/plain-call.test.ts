import { describe, expect, it } from 'vitest';
import { dialects, parseToolCalls } from './index';

const tools = ['Read', 'ReadAll', 'get_weather'].map((name) => ({ name, description: name }));

describe('a plain call of GLM-4', () => {
  it.each([
    ['get_weather\n{"city": "Oslo"}', [{ name: 'get_weather', arguments: { city: 'Oslo' } }], ''],
    ['\nRead\n{"path": "a{b}.txt", "n": [1]}\n', [{ name: 'Read', arguments: { path: 'a{b}.txt', n: [1] } }], ''],
    ['ReadAll\n{}<|observation|>', [{ name: 'ReadAll', arguments: {} }], ''],
    ['Read', [], 'Read'],
    ['Reading is fun.\n{"path": "a"}', [], 'Reading is fun.\n{"path": "a"}'],
    ['Read\nthe file first.', [], 'Read\nthe file first.'],
    ['Read\n{"path": "a"', [], 'Read\n{"path": "a"'],
    ['Read\n{"path": "a"}\nThat was it.', [], 'Read\n{"path": "a"}\nThat was it.'],
    ['klingon\n{"path": "a"}', [], 'klingon\n{"path": "a"}'],
    ['I say:\nRead\n{"path": "a"}', [], 'I say:\nRead\n{"path": "a"}'],
  ])('%j', (reply, calls, text) => {
    for (const read of [parseToolCalls(reply, tools), inPieces(reply)]) {
      expect(read.calls).toEqual(calls);
      expect(read.text).toBe(text);
    }
  });

  it('is no call where nobody knows the tools', () => {
    expect(parseToolCalls('Read\n{"path": "a"}').calls).toEqual([]);
  });

  it('holds back nothing that cannot be one', () => {
    const parser = dialects.glm.createParser(tools);
    expect(parser.push('Rea').text).toBe('');
    expect(parser.push('lly? ').text).toBe('Really? ');
    expect(parser.push('Yes.').text).toBe('Yes.');
  });
});

function inPieces(reply: string) {
  const parser = dialects.glm.createParser(tools);
  const readings = reply
    .split('')
    .map((character) => parser.push(character))
    .concat(parser.end());
  return { text: readings.map(({ text }) => text).join(''), calls: readings.flatMap(({ calls }) => calls) };
}
