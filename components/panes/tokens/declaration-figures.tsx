'use client';

import type { TokenFigures } from '@/lib/discovery';
import type { Discovery } from '@/lib/protocol';
import { count } from '../../elements/format';
import type { Text } from '../../messages/text';
import { useLocale, useText } from '../../messages/use-text';
import { useClientState } from '../../state/page-context';
import { useChoices } from '../../state/use-choices';
import { useTokenFigures } from '../../state/use-token-figures';
import { DISCOVERIES } from '../../state/catalogue';

/** What the tools' forms cost in each turn with the chosen kind of discovery; opens to show all three kinds. */
export function DeclarationFigures() {
  const chosen = useClientState((state) => state.options.discovery) ?? 'full';
  const [text, locale] = [useText('tokens'), useLocale()];
  const figures = useTokenFigures();
  const discoveries = useChoices(DISCOVERIES);
  if (!figures) return null;
  const { full } = figures;
  const spent = figures[chosen];
  return (
    <details className="px-3 text-xs text-dim">
      <summary
        title={text('perTurnExplains')}
        className="cursor-default rounded after:clear-both after:block hover:text-text"
      >
        {text('perTurn')}
        <span className="float-right font-mono tabular-nums">
          ≈{count(spent, locale)}
          {chosen !== 'full' && ` ${text('of', { full: count(full, locale) })}`}
        </span>
      </summary>
      <p className="pt-0.5 text-xs text-faint">{text('counted')}</p>
      <table className="mt-0.5 w-full text-right font-mono text-2xs tabular-nums">
        <caption className="sr-only">{text('caption')}</caption>
        <tbody>
          {discoveries.map(({ id, title, explains }) => (
            <tr key={id} title={explains} className={id === chosen ? 'text-text' : ''}>
              <th scope="row" className="text-left font-normal">
                {title}
                {id === chosen && <span className="text-accent"> · {text('now')}</span>}
              </th>
              <td>≈{count(figures[id], locale)}</td>
              <td className="w-16">{savedLabel(text, figures, id)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}

/** The share of tokens that a kind of discovery saves or adds, in words. */
function savedLabel(text: Text<'tokens'>, { full, ...figures }: TokenFigures, discovery: Discovery): string {
  if (discovery === 'full' || full === 0) return '';
  const share = Math.round((1 - figures[discovery] / full) * 100);
  return share >= 0 ? text('less', { share }) : text('more', { share: -share });
}
