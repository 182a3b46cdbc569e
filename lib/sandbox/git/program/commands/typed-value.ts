import { GitFailure } from '../../git-failure';
import { asBoolean, asInteger } from '../../store/config';
import { colorCode, isColor } from '../terminal/color';
import { expiryText } from '../people/read-date';

/** The types that `config --type` knows. */
export const KNOWN_TYPES: ReadonlySet<string> = new Set([
  'bool',
  'int',
  'bool-or-int',
  'bool-or-str',
  'path',
  'expiry-date',
  'color',
]);

/** A setting's value as a type writes it. `home`: what `~` stands for. Fails for what is not of that type. */
export function typedValue(value: string | undefined, key: string, type: string | undefined, home?: string): string {
  if (type === 'bool') {
    const found = asBoolean(value);
    if (found === undefined) throw new GitFailure(`bad boolean config value '${value}' for '${key}'`);
    return String(found);
  }
  if (type === 'int') {
    const found = asInteger(value);
    if (found === undefined) throw new GitFailure(`bad numeric config value '${value}' for '${key}': invalid unit`);
    return String(found);
  }
  if (type === 'bool-or-int') return String(asInteger(value) ?? asBoolean(value) ?? true);
  if (type === 'bool-or-str') return String(asBoolean(value) ?? value);
  if (type === 'expiry-date') return expiryText(value ?? '');
  if (type !== undefined && value === undefined) throw new GitFailure(`missing value for '${key}'`, 128, 'error: ');
  if (type === 'color' && !isColor(value ?? '')) throw new GitFailure(`invalid color value: ${value}`, 128, 'error: ');
  if (type === 'color') return value === '' ? '' : colorCode(value ?? '');
  if (type === 'path' && /^~(?:\/|$)/.test(value ?? '')) {
    if (home === undefined) throw new GitFailure(`failed to expand user dir in: '${value}'`);
    return (value ?? '').replace('~', home);
  }
  return value ?? '';
}
