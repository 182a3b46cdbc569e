import { expect, test } from '../fixtures/test';

test.beforeEach(async ({ playground }) => {
  await playground.open({ scenario: 'fix-the-test' });
  await playground.show('Terminal');
  await playground.terminal.waitForPrompt();
});

/** Programs that never end by themselves. */
const ENDLESS: readonly (readonly [name: string, line: string])[] = [
  ['a shell that prints', 'while :; do echo xyz; done'],
  ['a shell that does nothing', 'while :; do :; done'],
  ['a program that prints', `node -e 'for(;;)console.log("xyz")'`],
  [
    'a program that prints without waiting',
    `node -e 'const f=()=>{for(let n=0;n<1e4;n++)console.log("xyz");setImmediate(f)};f()'`,
  ],
  ['a program that prints much at a time', `node -e 'const s="xyz".repeat(4e5);for(;;)process.stdout.write(s)'`],
  ['a program that does nothing', `node -e 'while(1){}'`],
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
    await expect(playground.terminal.text).toContainText(/\^C.*\$/s);
    await playground.terminal.enter('echo alive $((6 * 7))');
    await expect(playground.terminal.text).toContainText('alive 42');
    await playground.terminal.enter('ls package.json');
    await expect(playground.file('package.json')).toBeVisible();
  });
}

test('a gigabyte of output runs through, and the page answers meanwhile @long', async ({ playground, page }) => {
  test.slow();
  await playground.terminal.paste(
    `node -e 'const s=("0123456789".repeat(7)+"\\n").repeat(1000);for(let n=0;n<14100;n++)process.stdout.write(s)'; echo end $((6 * 7))`,
  );
  // The longest the page was away, while it counts its own frames.
  const longest = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let last = performance.now();
        let most = 0;
        const look = (): void => {
          most = Math.max(most, performance.now() - last);
          last = performance.now();
          if (document.querySelector('.xterm-accessibility-tree')?.textContent?.includes('end 42')) resolve(most);
          else setTimeout(look, 20);
        };
        look();
      }),
  );
  expect(await longest).toBeLessThan(1000);
});
