/** Begins the name that a function's text gets when a program makes it; no other name has this character. */
const MADE = '\ue021';
const NAMED = new RegExp(`${MADE}(\\d+)`);
const OWN_LINE = new RegExp(`\\n//# sourceURL=${MADE}\\d+`, 'g');

/** Where each function was made: the engine itself names the sandbox, which was asked to make it. */
const origins: string[] = [];

/** A function's text with a name of its own for stack frames, unless it gives itself one. `origin`: where it is made. */
export const withOrigin = (text: string, origin: string): string =>
  text.includes('# sourceURL=') ? text : `${text}\n//# sourceURL=${MADE}${origins.push(origin) - 1}`;

/** A function's text as the program wrote it. */
export const withoutOrigin = (text: string): string => (text.includes(MADE) ? text.replaceAll(OWN_LINE, '') : text);

/** Where a function was made whose text has this name. */
export const originOf = (name: string | null | undefined): string | undefined =>
  origins[Number(NAMED.exec(name ?? '')?.[1] ?? Number.NaN)];

const IN_MADE = new RegExp(`${MADE}(\\d+)(?=:\\d+:\\d+\\)?$)`);
/** A frame of evaluated text: whether it is the text itself, not a function in it; and the file that evaluated it. */
const EVALUATED = /^ +at (eval )?.*\(eval at .*\(((?:\/|file:\/\/)[^():]+)\)+, <anonymous>:/;
const PLACE = /([^\s(]+):\d+:\d+(?=\)?$)/;

/** Frames with the places where their text was made or evaluated: the frame below evaluated text that runs itself. */
export function placeEvals(lines: readonly string[]): string[] {
  let below: { file: string; place: string } | undefined;
  let isEvaluating = false;
  return lines
    .toReversed()
    .map((line) => {
      const known = line.replace(IN_MADE, (_, id: string) => `${origins[Number(id)]}, <anonymous>`);
      const [, isText, file] = EVALUATED.exec(known) ?? [];
      if (file === undefined) {
        const [place, of = ''] = PLACE.exec(known) ?? [];
        if (place !== undefined) below = { file: of, place };
        isEvaluating = false;
        return known;
      }
      isEvaluating ||= isText !== undefined;
      return isEvaluating && below?.file === file ? known.replace(`(${file})`, `(${below.place})`) : known;
    })
    .toReversed();
}
