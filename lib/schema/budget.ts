import { SchemaProblem } from './problem';

/** Steps one check may take. A step is a fraction of a microsecond, so a check ends within a second. */
const STEPS = 1_000_000;
/** Schemas inside each other, references followed, before a check gives up. */
const NESTING = 1_000;

/** Counts what a check costs, so that no schema and no value can make it run on. */
export class Budget {
  private steps = STEPS;
  private nesting = 0;

  spend(steps: number): void {
    this.steps -= steps;
    if (this.steps < 0) throw new SchemaProblem('costly');
  }

  enter(): void {
    this.spend(4);
    if (++this.nesting > NESTING) throw new SchemaProblem('endless');
  }

  leave(): void {
    this.nesting--;
  }
}
