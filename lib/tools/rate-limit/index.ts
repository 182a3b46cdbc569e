export { rateLimit } from './rate-limit-step';
export { createRateLimiter, type RateLimiter, type RateVerdict } from './rate-limiter';
