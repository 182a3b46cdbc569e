import type { World } from '../world';

/** One possible outcome of a tool's call. All names are ours; a world translates them. */
export interface Outcome {
  readonly tool: string;
  readonly when: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly before?: (world: World) => unknown;
}

export type Case = readonly [when: string, input: Outcome['input'], before?: Outcome['before']];

export const of = (tool: string, ...cases: readonly Case[]): Outcome[] =>
  cases.map(([when, input, before]) => ({ tool, when, input, ...(before && { before }) }));

/** A text too long for any result. */
export const LONG = 'word '.repeat(30_000);

export const write =
  (path: string, content: string | Uint8Array = 'one\ntwo\n') =>
  ({ bench }: World) =>
    bench.write(path, content);
export const readAfter = (path: string, content?: string) => async (world: World) => {
  await write(path, content)(world);
  await world.call('Read', { file_path: path });
};
export const after =
  (tool: string, input: Outcome['input']) =>
  (world: World): unknown =>
    world.call(tool, input);
export const throwing = (error: Error) => async (): Promise<never> => {
  throw error;
};
