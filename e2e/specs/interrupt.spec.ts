import { expect, test } from '../fixtures/test';

test.beforeEach(async ({ playground }) => {
  await playground.open({ scenario: 'fix-the-test' });
  await playground.show('Terminal');
  await playground.terminal.waitForPrompt();
});

/** Programs that never end by themselves. Their output does not appear in the line that starts them. */
const ENDLESS: readonly (readonly [name: string, line: string])[] = [
  ['a shell that prints', 'while :; do echo xy"z"; done'],
  ['a shell that does nothing @long', 'while :; do :; done'],
  ['a program that prints', `node -e 'for(;;)console.log("xy"+"z")'`],
  [
    'a program that prints without waiting @long',
    `node -e 'const f=()=>{for(let n=0;n<1e4;n++)console.log("xy"+"z");setImmediate(f)};f()'`,
  ],
  [
    'a program that prints much at a time @long',
    `node -e 'const s=("xy"+"z").repeat(4e5);for(;;)process.stdout.write(s)'`,
  ],
  ['a program that does nothing @long', `node -e 'while(1){}'`],
  ['a program that sleeps for ever', `node -e 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)),0,0)'`],
  [
    'a program that starts itself again and again',
    `node -e 'const c=require("child_process");for(;;)c.spawn("node",["-e","for(;;);"]).on("error",()=>{})'`,
  ],
];

for (const [name, line] of ENDLESS) {
  test(`Ctrl-C ends ${name}, and the page goes on`, async ({ playground }) => {
    await playground.terminal.paste(line);
    await expect(playground.sandbox).not.toContainText('0 processes');
    if (name.includes('prints')) await expect(playground.terminal.text).toContainText('xyz');
    await playground.terminal.interrupt();
    // The latest output may have pushed the ^C out of view, so look for the prompt.
    await expect(playground.terminal.text).toContainText(/~ \$\s*$/);
    await playground.terminal.enter('echo alive $((6 * 7))');
    await expect(playground.terminal.text).toContainText('alive 42');
    await playground.terminal.enter('ls package.json');
    await expect(playground.file('package.json')).toBeVisible();
  });
}
