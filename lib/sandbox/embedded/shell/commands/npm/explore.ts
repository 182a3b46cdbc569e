import type { NpmCommand } from './npm';
import { NpmError } from './npm-error';

/** `npm explore <package> -- <command>`: runs a command line in the folder of an installed package; its words are not quoted again. */
export const explore: NpmCommand = async (npm) => {
  const { args, context, prefix } = npm;
  const [name, command, ...more] = args;
  if (name === undefined) throw new NpmError('Usage:\nnpm explore <pkg> [ -- <command>]', { code: 'EUSAGE' });
  if (command === undefined)
    throw new NpmError('npm explore starts no shell here: name a command, as in npm explore <package> -- ls');
  const folder = `${prefix}/node_modules/${name}`;
  if (!context.sys.isFile(`${folder}/package.json`))
    throw new NpmError(`It looks like ${name} is not installed in ${folder}`);
  return context.run(['sh', '-c', [command, ...more].join(' ')], { cwd: folder });
};
