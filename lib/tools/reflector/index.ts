export { ADVICE, type Advice, type Retry } from './advice';
export { adviceOn, reflect } from './reflect';
