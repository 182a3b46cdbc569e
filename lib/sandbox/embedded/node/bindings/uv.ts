import { facts } from '../library';
import type { Binding } from '../binding';

const byNumber = new Map(facts.uvErrors.map(([number, [code, text]]) => [number, { code, text }]));
const byCode = new Map(facts.uvErrors.map(([number, [code]]) => [code, number]));

/** libuv's (negative) number for an error code; EIO's for an unknown code. */
export const errnoOf = (code: string): number => byCode.get(code) ?? byCode.get('EIO') ?? -5;

/** An error as Node's C++ creates it for a failed libuv call. */
export function uvError(code: string, syscall: string, path?: string, dest?: string): Error {
  const errno = errnoOf(code);
  const known = byNumber.get(errno);
  const where = `${path === undefined ? '' : ` '${path}'`}${dest === undefined ? '' : ` -> '${dest}'`}`;
  return Object.assign(new Error(`${code}: ${known?.text ?? 'i/o error'}, ${syscall}${where}`), {
    errno,
    code,
    syscall,
    ...(path !== undefined && { path }),
    ...(dest !== undefined && { dest }),
  });
}

/** `internalBinding('uv')`. */
export const uv = (): Binding => ({
  ...facts.bindings.uv,
  ...Object.fromEntries(facts.uvErrors.map(([number, [code]]) => [`UV_${code}`, number])),
  errname: (errno: number) => byNumber.get(errno)?.code ?? `Unknown system error ${errno}`,
  getErrorMap: () => new Map(facts.uvErrors),
});
