import { z } from 'zod';
import type { ToolDefinition } from './tool-definition';

const Fields = z.record(z.string(), z.unknown());

/** A definition whose functions get their input under its author's names of the fields. `keys` is by those names. */
export function decoded<D extends ToolDefinition<unknown>>(definition: D, keys: Readonly<Record<string, string>>): D {
  const byWire = new Map(Object.entries(keys).map(([own, wire]) => [wire, own]));
  const decode = (input: unknown): unknown => {
    const fields = Fields.safeParse(input);
    if (!fields.success) return input;
    return Object.fromEntries(Object.entries(fields.data).map(([wire, value]) => [byWire.get(wire) ?? wire, value]));
  };
  const { titleFor, deadlineFor, refuse, ruleSubject, suggestRule, delegatesTo, preview, recoveryHint, execute } =
    definition;
  const { isReadOnly, isDangerous } = definition;
  return {
    ...definition,
    ...(titleFor && { titleFor: (input: unknown) => titleFor(decode(input)) }),
    ...(deadlineFor && { deadlineFor: (input: unknown) => deadlineFor(decode(input)) }),
    ...(typeof isReadOnly === 'function' && { isReadOnly: (input: unknown) => isReadOnly(decode(input)) }),
    ...(typeof isDangerous === 'function' && { isDangerous: (input: unknown) => isDangerous(decode(input)) }),
    ...(refuse && { refuse: (input, context) => refuse(decode(input), context) }),
    ...(ruleSubject && { ruleSubject: (input, context) => ruleSubject(decode(input), context) }),
    ...(suggestRule && { suggestRule: (input, context) => suggestRule(decode(input), context) }),
    ...(delegatesTo && { delegatesTo: (input: unknown) => delegatesTo(decode(input)) }),
    ...(preview && { preview: (input, context) => preview(decode(input), context) }),
    ...(recoveryHint && { recoveryHint: (input, context) => recoveryHint(decode(input), context) }),
    execute: (input, context) => execute(decode(input), context),
  };
}
