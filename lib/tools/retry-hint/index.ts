export { RETRY_HINTS, type RetryHint, type Retry } from './retry-hints';
export { retryHintOn, addRetryHint } from './add-retry-hint';
