import compile from 'icu-minify/compile';
import { transform } from 'sucrase';

/**
 * A loader of the build: a catalogue of messages with each message compiled, so that no browser loads a parser of messages.
 *
 * @this {{ async(): (error: unknown, source?: string) => void }} @param {string} source a module that exports one flat object
 */
export default function compileCatalogue(source) {
  const done = this.async();
  compiled(source).then((text) => done(null, text), done);
}

/** @param {string} source @returns {Promise<string>} the source of a module */
export async function compiled(source) {
  const { code } = transform(source, { transforms: ['typescript'] });
  const { default: messages } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const entries = Object.entries(messages).map(([key, message]) => [key, compile(message)]);
  return `export default ${JSON.stringify(Object.fromEntries(entries))};`;
}
