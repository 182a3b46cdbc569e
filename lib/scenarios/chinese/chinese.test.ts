import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CHINESE, inChinese, inEnglish, isChinese, setupInChinese } from '.';
import type { History } from '../history';
import { play } from '../play';
import { SCENARIOS } from '../registry';

const asked = { attempt: 1 };
const say = (...history: History) => play(history, asked);

/** The sentences that the sources of the scenarios have a model say, with a 7 for each part that differs, and without one that may be missing. */
const spoken = readdirSync(new URL('..', import.meta.url))
  .filter((file) => file.endsWith('.ts') && !/^(play|example-words|.*\.test)\.ts$/.test(file))
  .flatMap((file) => {
    const source = readFileSync(new URL(`../${file}`, import.meta.url), 'utf8');
    const said = source.matchAll(/\b(?:text|reasoning|prompt):\s+(?:'((?:\\.|[^'\\])+)'|`((?:\\.|[^`\\])+)`)/g);
    return [...said].map(([, plain, template = '']) =>
      (
        plain ??
        template.replaceAll(/\$\{((?:\([^)]*\)|[^}])*)\}/g, (_, part: string) => (part.includes(' ? ') ? '' : '7'))
      ).replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === 'n' ? '\n' : escaped)),
    );
  })
  .filter((text) => /^[A-Z`{7].* .*[.?:`]$/s.test(text) && !text.includes('${'));

describe('the scripted model in Chinese', () => {
  it('has every text of every script', () => {
    expect(spoken.length).toBeGreaterThan(100);
    const missing = spoken.filter((text) => !isChinese(inChinese(text)));
    expect(missing, 'each needs a line in a file of lib/scenarios/chinese, with {} in place of each 7').toEqual([]);
  });

  it('finds the English again, so that a script knows what it has said', () => {
    const whole = Object.keys(CHINESE).filter((text) => !text.includes('{}'));
    expect(whole.filter((text) => inEnglish(inChinese(text)) !== text)).toEqual([]);
    expect(new Set(Object.values(CHINESE)).size).toBe(Object.keys(CHINESE).length);
  });

  it('has hooks that say why in Chinese, and do what they did', () => {
    const all = SCENARIOS.flatMap(({ setup }) => setup?.hooks?.map((hook) => [hook, setup] as const) ?? []);
    expect(all).not.toEqual([]);
    for (const [hook, setup] of all) {
      const told = setupInChinese(setup).hooks?.find(({ id }) => id === hook.id);
      expect([told?.name, told?.source].map((text) => isChinese(text ?? ''))).toEqual([true, true]);
      expect(told?.source.replaceAll(/'[^']+'/g, '')).toBe(hook.source.replaceAll(/'[^']+'/g, ''));
    }
  });

  it.each(SCENARIOS)('$id is started by its prompt in Chinese, and answers in Chinese', ({ prompt }) => {
    const { text, reasoning, fault } = say({ role: 'user', text: inChinese(prompt) });
    const missing = 'its prompt and its first words need lines in a file of lib/scenarios/chinese';
    expect(fault !== undefined || isChinese(`${text}${reasoning}`), missing).toBe(true);
  });

  it('goes on in the language it was started in', () => {
    const [prompt, slip] = ['Where is taxRate used?', { pattern: 'taxRate', outputMode: 'content' }];
    const answered = (text: string): History => [
      { role: 'user', text },
      { role: 'assistant', text: '', calls: [{ id: '1', name: 'Grep', input: slip }] },
      { role: 'result', callId: '1', failed: true, error: 'INVALID_ARGS', text: '2 issues' },
    ];
    expect(say(...answered(inChinese(prompt))).text).toContain('两处一次改正');
    expect(say(...answered(prompt)).text).toContain('Both fixed at once');
  });

  it('leaves the arguments of a call that a person words as they are', () => {
    const turn = say({ role: 'user', text: '调用 Write，参数：{"content": "First the file."}' });
    expect(turn).toEqual({ text: '我调用 Write。', calls: [{ name: 'Write', input: { content: 'First the file.' } }] });
  });

  it('shows what it can play to words it does not know', () => {
    expect(say({ role: 'user', text: '今天天气怎么样？' }).text).toContain('我是脚本模型');
  });

  it.each([1_000, 200_000])('a text that nearly fits %d times over stays as it is, at once', (times) => {
    const text = `- **${'**：失败，'.repeat(times)}`;
    expect(inEnglish(text)).toBe(text);
    expect(inEnglish(`${text}。`)).not.toBe('');
    expect(play([{ role: 'user', text }], asked).text).toContain('我是脚本模型');
  });
});
