import compile from 'icu-minify/compile';
import { transform } from 'sucrase';

/**
 * A build loader that compiles each message of a catalogue, so that no browser has to load a message parser.
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
