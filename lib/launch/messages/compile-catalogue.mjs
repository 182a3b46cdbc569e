import compile from 'icu-minify/compile';
import { transform } from 'sucrase';

/**
 * A loader of the build: a catalogue of messages with each message compiled, so that no browser loads a parser of messages.
 *
 * @param {string} source a module whose default export is a flat object of messages
 * @returns {Promise<string>} the source of a module
 */
export default async function compileCatalogue(source) {
  const { code } = transform(source, { transforms: ['typescript'] });
  const { default: messages } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  const entries = Object.entries(messages).map(([key, message]) => [key, compile(message)]);
  return `export default ${JSON.stringify(Object.fromEntries(entries))};`;
}
