import { keepFirst, loadLater } from '../catalogues';
import first from '../en/first';

// Tests render at once, in English.
keepFirst('en', first);
await loadLater('en');
