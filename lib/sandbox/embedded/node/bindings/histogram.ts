const { setInterval, clearInterval } = globalThis;
const clock = performance.now.bind(performance);
const NANOSECONDS = 1e6;
/** The minimum of an empty histogram, as Node reports it. */
const LARGEST = 9_223_372_036_854_775_807n;

/** Node's HdrHistogram: counts values in buckets that keep a number of significant figures. */
export class Histogram {
  private readonly counts = new Map<number, number>();
  private readonly precision: number;
  private total = 0;
  private over = 0;
  private last: number | undefined;

  constructor(
    private readonly lowest: number | bigint = 1,
    private readonly highest: number | bigint = Number.MAX_SAFE_INTEGER,
    figures = 3,
  ) {
    this.precision = 2 ** Math.ceil(Math.log2(2 * 10 ** figures));
  }

  record(given: number | bigint): void {
    const value = Number(given);
    if (value > Number(this.highest)) {
      this.over++;
      return;
    }
    const low = value - (value % this.range(value));
    this.counts.set(low, (this.counts.get(low) ?? 0) + 1);
    this.total++;
  }

  /** Records the nanoseconds since the last call. */
  recordDelta(): void {
    const now = clock();
    if (this.last !== undefined) this.record(Math.max(1, Math.round((now - this.last) * NANOSECONDS)));
    this.last = now;
  }

  add(other: Histogram): void {
    for (const [low, count] of other.counts) this.counts.set(low, (this.counts.get(low) ?? 0) + count);
    this.total += other.total;
    this.over += other.over;
  }

  reset(): void {
    this.counts.clear();
    [this.total, this.over, this.last] = [0, 0, undefined];
  }

  count = (): number => this.total;
  countBigInt = (): bigint => BigInt(this.total);
  exceeds = (): number => this.over;
  exceedsBigInt = (): bigint => BigInt(this.over);
  min = (): number => Number(this.minBigInt());
  max = (): number => this.highestOf(Math.max(-1, ...this.counts.keys()));
  minBigInt = (): bigint => (this.total === 0 ? LARGEST : BigInt(Math.min(...this.counts.keys())));
  maxBigInt = (): bigint => BigInt(this.max());
  mean = (): number => this.average((value) => value);
  percentileBigInt = (percentile: number): bigint => BigInt(this.percentile(percentile));

  stddev(): number {
    const mean = this.mean();
    return Math.sqrt(this.average((value) => (value - mean) ** 2));
  }

  percentile(percentile: number): number {
    const wanted = Math.max(1, Math.floor((percentile / 100) * this.total + 0.5));
    let seen = 0;
    for (const [low, count] of this.sorted()) if ((seen += count) >= wanted) return this.highestOf(low);
    return 0;
  }

  percentiles(map: Map<number, number>): void {
    let [next, seen, value] = [0, 0, 0];
    for (const [low, count] of this.sorted()) {
      seen += count;
      value = this.highestOf(low);
      // The step halves on the way to 100; the last value covers all remaining steps.
      while (next <= (100 * seen) / this.total) {
        map.set(next, value);
        next += 100 / 2 ** (Math.floor(Math.log2(100 / (100 - next))) + 1);
        if (seen === this.total) break;
      }
    }
    map.set(100, value);
  }

  percentilesBigInt(map: Map<number, bigint>): void {
    const numbers = new Map<number, number>();
    this.percentiles(numbers);
    for (const [percentile, value] of numbers) map.set(percentile, BigInt(value));
  }

  private average(of: (value: number) => number): number {
    let sum = 0;
    for (const [low, count] of this.counts) sum += of(low + Math.floor(this.range(low) / 2)) * count;
    return sum / this.total;
  }

  private sorted = (): [number, number][] => [...this.counts].sort(([a], [b]) => a - b);

  private highestOf = (low: number): number => (low < 0 ? 0 : low + this.range(low) - 1);

  /** The width of this value's bucket. */
  private range(value: number): number {
    const unit = 2 ** Math.floor(Math.log2(Number(this.lowest)));
    let range = unit;
    while (value >= range * this.precision) range *= 2;
    return range;
  }
}

/** Measures the delay of the browser's timers, in nanoseconds. */
export class DelayHistogram extends Histogram {
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(private readonly resolution: number) {
    super();
  }

  start(): void {
    let before = clock();
    this.timer = setInterval(() => {
      const now = clock();
      this.record(Math.max(1, Math.round((now - before) * NANOSECONDS)));
      before = now;
    }, this.resolution);
  }

  stop(): void {
    clearInterval(this.timer);
  }
}
