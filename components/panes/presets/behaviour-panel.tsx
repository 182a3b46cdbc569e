import { cx } from '../../elements/cx';
import { serverText } from '../../messages/server';
import type { Text } from '../../messages/text';
import { behaviourLabels, type BehaviourLabels } from './behaviours';

/** What calls do and say under two designs, aspect by aspect, each with its source in the design's own text. */
export async function BehaviourRows({ left, right }: { left: string; right: string }) {
  const text = await serverText('presets');
  const others = new Map(behaviourLabels(right, text).map((words) => [words.aspect, words]));
  return (
    <tbody aria-label={text('behaviour')} className="divide-y divide-line border-b border-line">
      {behaviourLabels(left, text).map((mine) => {
        const other = others.get(mine.aspect);
        return (
          <tr key={mine.aspect} className="align-top hover:bg-hover">
            <th scope="row" className="px-1.5 py-1.5 text-left font-normal text-dim md:px-3">
              {text(mine.aspect)}
            </th>
            <Said said={mine} differs={mine.words !== other?.words} text={text} />
            {other && <Said said={other} differs={mine.words !== other.words} text={text} />}
          </tr>
        );
      })}
    </tbody>
  );
}

function Said(props: { said: BehaviourLabels; differs: boolean; text: Text<'presets'> }) {
  const { said, differs, text } = props;
  const { words, source } = said;
  return (
    <td className="px-1.5 py-1.5 md:px-3">
      <span className={cx('block', differs && 'font-semibold')}>{words}</span>
      <span className="block text-2xs text-faint">
        {source === undefined ? text('ours') : text('source', { source })}
      </span>
    </td>
  );
}
