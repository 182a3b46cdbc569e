import { builtinTools } from '@/lib/tools/builtin';
import { PRESETS, presetTools } from '@/lib/tools/presets';
import { expect, it } from 'vitest';
import { textIn } from '../../messages/text';
import { aboutDesign } from './about-design';
import { comparedTools, DESIGNS, OURS } from './designs';

it.each(PRESETS)('every tool of $id is in a row, also where two have one executor', (preset) => {
  const design = DESIGNS.find(({ id }) => id === preset.id);
  const ours = DESIGNS.find(({ id }) => id === OURS);
  const names = presetTools(preset, builtinTools).map(({ name }) => name);
  const rows = design && ours ? comparedTools(ours, design) : [];
  expect(design?.count).toBe(names.length);
  expect(rows.flatMap(({ right }) => right.map(({ name }) => name)).toSorted()).toEqual(names.toSorted());
  expect(rows.flatMap(({ left }) => left)).toHaveLength(builtinTools.length);
});

it('are each described by a sentence of their own', () => {
  const sentences = DESIGNS.map(({ id }) => aboutDesign(textIn('en', 'presets'), id));
  expect(sentences.filter((sentence, index) => sentences.indexOf(sentence) !== index)).toEqual([]);
});
