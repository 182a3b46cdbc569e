/** Prints a message for a person at a terminal. @param {string} text */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** A failure with a message for people, shown without a stack. */
export class LaunchError extends Error {
  name = 'LaunchError';
}

/** Runs a launch script's main function; a `LaunchError` is printed without a stack; any error sets exit code 1. @param {() => Promise<void>} main */
export async function launch(main) {
  try {
    await main();
  } catch (error) {
    const text = error instanceof LaunchError ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`\n${text}\n`);
    process.exitCode = 1;
  }
}
