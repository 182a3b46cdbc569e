import { cx } from '../../elements/cx';
import { ASPECTS, behaviourWords, type BehaviourWords } from './behaviours';

/** What calls do and say under two designs, aspect by aspect, each with its source in the design's own text. */
export function BehaviourRows({ left, right }: { left: string; right: string }) {
  const others = new Map(behaviourWords(right).map((words) => [words.aspect, words]));
  return (
    <tbody aria-label="Behaviour" className="divide-y divide-line border-b border-line">
      {behaviourWords(left).map((mine) => {
        const other = others.get(mine.aspect);
        return (
          <tr key={mine.aspect} className="align-top hover:bg-hover">
            <th scope="row" className="px-1.5 py-1.5 text-left font-normal text-dim md:px-3">
              {ASPECTS[mine.aspect]}
            </th>
            <Said said={mine} differs={mine.words !== other?.words} />
            {other && <Said said={other} differs={mine.words !== other.words} />}
          </tr>
        );
      })}
    </tbody>
  );
}

const Said = ({ said: { words, source }, differs }: { said: BehaviourWords; differs: boolean }) => (
  <td className="px-1.5 py-1.5 md:px-3">
    <span className={cx('block', differs && 'font-semibold')}>{words}</span>
    <span className="block text-2xs text-faint">{source === undefined ? 'Toolyard’s' : `Its text: ${source}`}</span>
  </td>
);
