import type { TextCall } from './dialect';
import { dialectText } from './define-dialect';

/** A call as `<invoke name="…">` with a `<parameter name="…">` per field, in a wrapper. */
export const invokeCall = (wrapper: string, { name, arguments: args }: TextCall): string => {
  const parameters = Object.entries(args).map(
    ([key, value]) => `<parameter name="${key}">${dialectText(value)}</parameter>\n`,
  );
  return `<${wrapper}>\n<invoke name="${name}">\n${parameters.join('')}</invoke>\n</${wrapper}>`;
};
