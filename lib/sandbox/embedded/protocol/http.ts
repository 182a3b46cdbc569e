import * as z from 'zod';

const headers = z.array(z.tuple([z.string().max(1_000), z.string().max(64_000)])).max(1_000);
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array, 'expected bytes');

const RequestHeadSchema = z.object({ method: z.string().max(100), url: z.string().max(64_000), headers });
export type RequestHead = z.infer<typeof RequestHeadSchema>;

const ResponseHeadSchema = z.object({
  status: z.number().int().min(100).max(999),
  statusText: z.string().max(1_000),
  headers,
});
export type ResponseHead = z.infer<typeof ResponseHeadSchema>;

export const LAST_PORT = 65_535;

/** A Unix socket's place on the network: after the ports, by the number of its file. */
export const placeOfFile = (ino: number): number => LAST_PORT + ino;

/** Where a program hands its nth connection to another program: after the places of all files. */
export const placeOfConnection = (pid: number, nth: number): number => 2 ** 40 + pid * 2 ** 20 + nth;

/**
 * One step of an exchange between a client and a listening program. The client sends `request`, then its body; the server sends
 * `response`, then its body. A body is any number of `data` and an `end`. Either side may `fail` at any time, which ends it.
 */
export const HttpFrameSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('request'), port: z.number().int().min(0), head: RequestHeadSchema }),
  z.object({ kind: z.literal('response'), head: ResponseHeadSchema }),
  z.object({ kind: z.literal('data'), bytes }),
  z.object({ kind: z.literal('end') }),
  z.object({ kind: z.literal('fail'), code: z.string().max(100), message: z.string().max(2_000) }),
]);
export type HttpFrame = z.infer<typeof HttpFrameSchema>;

/** Takes the frames of one exchange in one direction. */
export type Take = (frame: HttpFrame) => void;

export const fail = (code: string, message: string): HttpFrame => ({ kind: 'fail', code, message });

/** Whether it is the last frame in its direction. */
export const isLast = ({ kind }: HttpFrame): boolean => kind === 'end' || kind === 'fail';
