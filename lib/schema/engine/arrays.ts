import { checkIssue } from '../schema-issue';
import { allDifferent } from './canonical';
import { fits, type KeywordCheck } from './context';
import { listOf, numberKeyword } from './keyword';
import { pathOfPlace } from './place';

/** Keywords about the items of a list. */
export function checkArray(of: KeywordCheck): void {
  const { value } = of;
  if (!Array.isArray(value)) return;
  const items: readonly unknown[] = value;
  of.run.budget.spend(items.length);
  if (of.dialect.validates) checkCount(of, items);
  checkItems(of, items);
  checkContains(of, items);
  checkUnevaluated(of, items);
}

function checkCount(of: KeywordCheck, items: readonly unknown[]): void {
  const { schema, place, issues, run } = of;
  const [least, most] = [numberKeyword(schema, 'minItems'), numberKeyword(schema, 'maxItems')];
  if (least !== undefined && items.length < least) issues.push(checkIssue(pathOfPlace(place), `length >= ${least}`));
  if (most !== undefined && items.length > most) issues.push(checkIssue(pathOfPlace(place), `length <= ${most}`));
  if (schema.uniqueItems !== true) return;
  run.budget.spend(items.length * 10);
  if (!allDifferent(items)) issues.push(checkIssue(pathOfPlace(place), 'unique items'));
}

/** The schemas of the first items and the one for the items after them, in either draft's keywords. */
function layout({ schema, dialect }: KeywordCheck): { first: unknown[]; rest: unknown } {
  const older = dialect.draft === 'draft-07';
  const prefix = older && !dialect.guessed ? undefined : listOf(schema, 'prefixItems');
  if (prefix) return { first: prefix, rest: schema.items };
  if (Array.isArray(schema.items)) return { first: schema.items, rest: schema.additionalItems };
  return { first: [], rest: schema.items };
}

function checkItems(of: KeywordCheck, items: readonly unknown[]): void {
  const { issues, seen, place } = of;
  const { first, rest } = layout(of);
  for (const [index, member] of first.entries()) {
    if (index >= items.length) break;
    of.run.check(of, member, items[index], { parent: place, key: index }, issues, undefined);
  }
  seen?.itemsBefore(first.length);
  if (rest === undefined) return;
  seen?.itemsBefore(items.length);
  restOf(of, items, first.length, rest);
}

/** `items: false` after a tuple limits the length, so it is reported as a length issue. */
function restOf(of: KeywordCheck, items: readonly unknown[], from: number, rest: unknown): void {
  const { issues, place } = of;
  if (rest === false) {
    if (items.length > from) issues.push(checkIssue(pathOfPlace(place), `length <= ${from}`));
    return;
  }
  for (let index = from; index < items.length; index++) {
    of.run.check(of, rest, items[index], { parent: place, key: index }, issues, undefined);
  }
}

function checkContains(of: KeywordCheck, items: readonly unknown[]): void {
  const { schema, dialect, issues, place, seen } = of;
  if (schema.contains === undefined) return;
  const newer = dialect.draft !== 'draft-07';
  let count = 0;
  for (const [index, item] of items.entries()) {
    if (!fits(of, schema.contains, item)) continue;
    count++;
    seen?.item(index);
  }
  const counted = newer && dialect.validates;
  const least = (counted ? numberKeyword(schema, 'minContains') : undefined) ?? 1;
  const most = counted ? numberKeyword(schema, 'maxContains') : undefined;
  if (count < least) issues.push(checkIssue(pathOfPlace(place), `contains >= ${least}`));
  if (most !== undefined && count > most) issues.push(checkIssue(pathOfPlace(place), `contains <= ${most}`));
}

function checkUnevaluated(of: KeywordCheck, items: readonly unknown[]): void {
  const { schema, issues, seen, dialect, place } = of;
  const rest = schema.unevaluatedItems;
  if (rest === undefined || !seen || (dialect.draft === 'draft-07' && !dialect.guessed)) return;
  if (!seen.unsure) {
    const unseen = [...items.keys()].filter((index) => !seen.hasItem(index));
    if (rest === false && unseen.length > 0) {
      issues.push(checkIssue(pathOfPlace(place), `length <= ${items.length - unseen.length}`));
    } else if (rest !== false) {
      for (const index of unseen)
        of.run.check(of, rest, items[index], { parent: place, key: index }, issues, undefined);
    }
  }
  seen.itemsBefore(items.length);
}
