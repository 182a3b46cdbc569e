import { applyEdits, modify, parse } from 'jsonc-parser';
import { stepsOf } from './pointer';
import type { Fix } from './rule';

/** Applies a fix to the text of a declaration; everything else stays as written. */
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

/** Applies a fix to a design. */
export function fixDesign<T extends object>(design: T, fix: Fix): T {
  return parse(fixText(JSON.stringify(design), fix));
}

const asStep = (step: string): string | number => (/^(0|[1-9]\d*)$/.test(step) ? Number(step) : step);
