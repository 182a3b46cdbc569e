/** Tells a person at a terminal what happens. @param {string} text */
export function say(text) {
  process.stdout.write(`${text}\n`);
}

/** A failure whose message is meant for a person: shown without a stack. */
export class LaunchError extends Error {
  name = 'LaunchError';
}

/** Runs a launch script's main function; a failure is told in words and ends with exit code 1. @param {() => Promise<void>} main */
export async function launch(main) {
  try {
    await main();
  } catch (error) {
    const text = error instanceof LaunchError ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`\n${text}\n`);
    process.exitCode = 1;
  }
}
