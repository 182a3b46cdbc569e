export { createPageDriver, type Pages } from './page-driver';
