import { DIFF_FLAGS } from '../diff/diff-options';
import { diffStyle } from '../diff/diff-style';
import { changesText } from '../diff/show-changes';
import type { Context } from '../setup/context';
import { readOptions } from '../terminal/options';
import type { Standing } from './status-text';

/** `-v`: what is staged as a patch; a second `-v` adds what is not. `comment` begins the lines between them in a message. */
export async function stagedText(
  context: Context,
  { staged, changed }: Pick<Standing, 'staged' | 'changed'>,
  times: number,
  comment = '',
): Promise<string> {
  const options = readOptions(comment === '' ? [] : ['--no-color'], { flags: DIFF_FLAGS });
  const style = diffStyle(context, options, { sides: ['c/', 'i/'] });
  const patch = (changes: Standing['staged'], prefixes: readonly [string, string]) =>
    changesText(changes, { ...style, prefixes }, ['patch']);
  const line = (text: string) => `${comment === '' ? '' : `${comment} `}${text}\n`;
  if (times < 2) return patch(staged, style.prefixes);
  let out = '';
  if (staged.length > 0)
    out += `${comment === '' ? '' : `${comment}\n`}${line('Changes to be committed:')}${await patch(staged, ['c/', 'i/'])}`;
  if (changed.length > 0)
    out += `${line('-'.repeat(50))}${line('Changes not staged for commit:')}${await patch(changed, ['i/', 'w/'])}`;
  return out;
}
