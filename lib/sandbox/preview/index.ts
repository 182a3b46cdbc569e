export { createPageDriver } from './page-driver';
