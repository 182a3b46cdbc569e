export { reflect } from './reflect';
