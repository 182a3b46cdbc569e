import type { FormField } from '@/lib/schema/form';
import type { Text } from '../../../messages/text';

/** A field's name for screen readers: `edits 2 old_string`. */
export const spoken = ({ path }: FormField, text: Text<'tester'>): string =>
  path.map((step) => (typeof step === 'number' ? step + 1 : step)).join(' ') || text('allArguments');
