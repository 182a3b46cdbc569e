import { keepFirst, loadLater } from '../catalogues';
import first from '../en/first';

// A test renders at once, and what it renders is in English.
keepFirst('en', first);
await loadLater('en');
