export { createRateLimiter, rateLimit, type RateLimiter, type RateVerdict } from './rate-limiter';
