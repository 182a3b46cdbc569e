import type { FormField } from '@/lib/schema/form';

/** The name of a field for a screen reader: `edits 2 old_string`. */
export const spoken = ({ path }: FormField): string =>
  path.map((step) => (typeof step === 'number' ? step + 1 : step)).join(' ') || 'arguments';
