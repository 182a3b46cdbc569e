import { transform } from 'sucrase';

/** Whether a file is TypeScript, by its name. */
export const isTypeScript = (path: string): boolean => /\.[cm]?tsx?$/.test(path);
const isJsx = (path: string): boolean => /\.[jt]sx$/.test(path);

/** TypeScript and JSX as JavaScript, keeping the lines. Node 20 itself runs neither: here they are a convenience. */
export function stripTypes(source: string, path: string): string {
  if (!isTypeScript(path) && !isJsx(path)) return source;
  return transform(source, {
    transforms: [...(isTypeScript(path) ? (['typescript'] as const) : []), ...(isJsx(path) ? (['jsx'] as const) : [])],
    disableESTransforms: true,
    filePath: path,
    production: true,
  }).code;
}
