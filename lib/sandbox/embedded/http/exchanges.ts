import { fail, type HttpFrame, type Take } from '../protocol/http';

/** One end's open exchanges, by number: passes each frame to the taker of its exchange. */
export class Exchanges {
  private readonly takers = new Map<number, Take>();

  get size(): number {
    return this.takers.size;
  }

  add(id: number, take: Take): void {
    this.takers.set(id, take);
  }

  has(id: number): boolean {
    return this.takers.has(id);
  }

  receive(id: number, frame: HttpFrame): void {
    this.takers.get(id)?.(frame);
  }

  delete(id: number): void {
    this.takers.delete(id);
  }

  failAll(code: string, message: string): void {
    const takers = [...this.takers.values()];
    this.takers.clear();
    for (const take of takers) take(fail(code, message));
  }
}
