import { applyEdits, modify, parse } from 'jsonc-parser';
import { stepsOf } from './pointer';
import type { Fix } from './rule';

/** The text of a declaration with a fix made in it; all else stays as it was written. */
export const fixText = (text: string, { edits }: Fix, root: readonly (string | number)[] = []): string =>
  edits.reduce(
    (changed, { at, value }) =>
      applyEdits(
        changed,
        modify(changed, [...root, ...stepsOf(at).map(asStep)], value, {
          formattingOptions: { insertSpaces: true, tabSize: 2 },
        }),
      ),
    text,
  );

/** A design with a fix made in it. */
export function fixDesign<T extends object>(design: T, fix: Fix): T {
  return parse(fixText(JSON.stringify(design), fix));
}

const asStep = (step: string): string | number => (/^(0|[1-9]\d*)$/.test(step) ? Number(step) : step);
