import type { Value } from './value';

/** Pseudo-random numbers, the same for the same seed. */
export class Random {
  private given: Value;
  private state: number;

  constructor() {
    this.given = Math.floor(Date.now() / 1000);
    this.state = (Math.random() * 2 ** 32) >>> 0;
  }

  /** Sets the seed and returns the previous one. */
  seed(value: Value = Math.floor(Date.now() / 1000)): Value {
    const before = this.given;
    this.given = value;
    this.state = 0x9e3779b9;
    for (const char of String(typeof value === 'object' ? value.text : (value ?? '')))
      this.state = Math.imul(this.state ^ char.charCodeAt(0), 0x85ebca6b) >>> 0;
    return before;
  }

  /** A number from 0 up to but not including 1 (mulberry32). */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) >>> 0;
    let made = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    made ^= made + Math.imul(made ^ (made >>> 7), made | 61);
    return ((made ^ (made >>> 14)) >>> 0) / 2 ** 32;
  }
}
