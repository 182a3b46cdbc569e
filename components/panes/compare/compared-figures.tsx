'use client';

import { type ReadThread, figuresOf, type ThreadFigures } from '@/lib/client/comparison/read-thread';
import { MODELS } from '@/lib/models/declarations/catalogue';
import { currentRun } from '@/lib/protocol';
import { PRESETS } from '@/lib/tools/presets';
import { cx } from '../../elements/cx';
import { count, dollars, duration } from '../../elements/format';
import type { Locale } from '../../messages/locale';
import { useLocale, useText } from '../../messages/use-text';
import { modelChoices } from '../../state/catalogue';

/** The compared figures in row order, each with its formatter. */
const FIGURES: readonly (readonly [keyof ThreadFigures, (value: number, locale: Locale) => string])[] = [
  ['turns', count],
  ['calls', count],
  ['invalid', count],
  ['denied', count],
  ['failed', count],
  ['aborted', count],
  ['inputTokens', count],
  ['outputTokens', count],
  ['cost', dollars],
  ['modelMs', duration],
  ['callsMs', duration],
];

/** The settings and figures of both threads. A row in which they differ is bold. */
export function ComparedFigures({ left, right }: Readonly<Record<'left' | 'right', ReadThread>>) {
  const [text, locale] = [useText('compare'), useLocale()];
  const figures = [figuresOf(left), figuresOf(right)] as const;
  const models = modelChoices(useText('choices'), MODELS);
  const titleOf = (model: string): string => models.find(({ id }) => id === model)?.title ?? model;
  const settings = (read: ReadThread) => {
    const { options, thread } = read;
    const status = currentRun(thread)?.status;
    return {
      design: PRESETS.find(({ id }) => id === options.preset)?.title ?? text('designOurs'),
      model: [...new Set(thread.turns.map(({ model }) => titleOf(model)))].join(', ') || titleOf(options.model ?? ''),
      ended: status ? text(status) : '',
    };
  };
  const [a, b] = [settings(left), settings(right)];
  return (
    <table aria-label={text('figures')} className="w-full table-fixed border-collapse text-left text-xs">
      <tbody className="divide-y divide-line">
        <Row name={text('design')} left={a.design} right={b.design} />
        <Row name={text('model')} left={a.model} right={b.model} />
        <Row name={text('ended')} left={a.ended} right={b.ended} />
        {FIGURES.map(([name, write]) => (
          <Row
            key={name}
            name={text(name)}
            left={write(figures[0][name], locale)}
            right={write(figures[1][name], locale)}
          />
        ))}
      </tbody>
    </table>
  );
}

function Row({ name, left, right }: Readonly<Record<'name' | 'left' | 'right', string>>) {
  const differs = left !== right;
  const cell = cx('px-1.5 py-1 wrap-anywhere tabular-nums md:px-3', differs && 'font-semibold');
  return (
    <tr>
      <th scope="row" className="w-1/5 px-1.5 py-1 font-normal text-dim md:px-3">
        {name}
      </th>
      <td className={cell}>{left}</td>
      <td className={cell}>{right}</td>
    </tr>
  );
}
