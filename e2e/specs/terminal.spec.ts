import { expect, test } from '../fixtures/test';

test.beforeEach(async ({ playground }) => {
  await playground.open({ scenario: 'fix-the-test', mode: 'bypassPermissions' });
  await playground.show('Terminal');
  await playground.terminal.waitForPrompt();
});

test('the terminal and the agent share their files', async ({ playground }) => {
  await playground.run();
  await playground.waitForEnd();
  await playground.show('Terminal');
  await playground.terminal.enter('grep -c "round(net" src/cart.ts');
  await expect(playground.terminal.text).toContainText('1');
  await playground.terminal.enter('echo mine > from-the-terminal.txt');
  await expect(playground.file('from-the-terminal.txt, added by you')).toBeVisible();
  await playground.terminal.enter('node --test');
  await expect(playground.terminal.text).toContainText('fail 0');
});

test('a file saved in the editor is what the shell sees @long', async ({ playground }) => {
  await playground.file('README.md').click();
  await playground.editor.typeAtStart('Edited by hand. ');
  await playground.editor.save();
  await expect(playground.file('README.md, modified by you')).toBeVisible();
  await playground.terminal.enter('head -1 README.md');
  await expect(playground.terminal.text).toContainText('Edited by hand.');
});

test('Ctrl-C ends an endless loop and the shell lives on @long', async ({ playground }) => {
  await playground.terminal.enter('while true; do :; done');
  await expect(playground.sandbox).not.toContainText('0 processes');
  await playground.terminal.interrupt();
  await expect(playground.terminal.text).toContainText(/\^C.*\$/s);
  await playground.terminal.enter('echo alive $((6 * 7))');
  await expect(playground.terminal.text).toContainText('alive 42');
});

test('jq is loaded when it is first used, reads pipes and the environment, and can be stopped @long', async ({
  playground,
}) => {
  await playground.terminal.enter(`echo '{"a":[1,2,39]}' | jq -c '{sum: (.a | add)}' && X=seen jq -nr 'env.X + "!"'`);
  await expect(playground.terminal.text).toContainText('{"sum":42}');
  await expect(playground.terminal.text).toContainText('seen!');
  await playground.terminal.enter(`timeout 1 jq -n 'def f: f; f'; echo "ended with $?"`);
  await expect(playground.terminal.text).toContainText('ended with 124');
  await playground.terminal.enter(
    `seq 6 | awk '{ s += $1 } END { print "sum", s * 2 }'; awk 'BEGIN { while (1) n++ }'`,
  );
  await expect(playground.terminal.text).toContainText('sum 42');
  await playground.terminal.interrupt();
  await playground.terminal.enter('echo alive $((6 * 7))');
  await expect(playground.terminal.text).toContainText('alive 42');
});

test('bytes go through git and pipes as they are, and a server runs in the background @long', async ({
  playground,
}) => {
  await playground.terminal.enter(
    'git init -q; head -c 300000 /dev/urandom > b.bin && git add -f b.bin && git commit -qm bytes && git show HEAD:b.bin | gzip | gunzip | cmp - b.bin && echo same $((6 * 7))',
  );
  await expect(playground.terminal.text).toContainText('same 42');
  await playground.terminal.enter(
    `node -e 'require("http").createServer((q, s) => s.end("served " + 6 * 7 + "\\n")).listen(4321, () => console.log("up"))' > log & until grep -q up log; do sleep 0.1; done; curl -s http://localhost:4321/; kill %1; wait %1; echo "gone: $?"`,
  );
  await expect(playground.terminal.text).toContainText('served 42');
  await expect(playground.terminal.text).toContainText('gone: 143');
});

test('Python is loaded when it is first used, works on the same files, reads what is typed and can be stopped @long', async ({
  playground,
}) => {
  await playground.terminal.enter(
    `python3 -c 'import json, sys; json.dump({"sum": 6 * 7}, open("from-python.json", "w")); print(sys.version_info[:2])'; cat from-python.json`,
  );
  await expect(playground.terminal.text).toContainText('{"sum": 42}', { timeout: 60_000 });
  await expect(playground.terminal.text).toContainText('(3, 14)');
  await expect(playground.file('from-python.json, added by you')).toBeVisible();
  // Asked in other letters than those of the line itself.
  await playground.terminal.enter(`python3 -c 'print("hello " + input("wh" + "o? "))'`);
  await expect(playground.terminal.text).toContainText('who?', { timeout: 60_000 });
  await playground.terminal.enter('you');
  await expect(playground.terminal.text).toContainText('hello you');
  await playground.terminal.enter(`timeout 1 python3 -c 'while True: pass'; echo "ended with $?"`);
  await expect(playground.terminal.text).toContainText('ended with 124', { timeout: 60_000 });
  await playground.terminal.enter(
    `python3 -c 'from pyodide.code import run_js; print(run_js("typeof fetch"))'; echo "gave $?"`,
  );
  await expect(playground.terminal.text).toContainText(/gave \d/, { timeout: 60_000 });
  await expect(playground.terminal.text).not.toContainText('function');
});

test('node signs with keys and has the web’s crypto in the real frame @long', async ({ playground }) => {
  const { terminal } = playground;
  await terminal.enter(
    `node -e 'const c = require("crypto"), k = c.generateKeyPairSync("ec", { namedCurve: "P-256" }), m = Buffer.from("x"); console.log("signed", c.verify("sha256", m, k.publicKey, c.sign("sha256", m, k.privateKey)))'`,
  );
  await expect(terminal.text).toContainText('signed true');
  await terminal.enter(
    `node -e 'crypto.subtle.digest("SHA-256", Buffer.from("x")).then((h) => console.log("digest", Buffer.from(h).toString("hex").slice(0, 8)))'`,
  );
  await expect(terminal.text).toContainText('digest 2d711642');
});

test('node has threads, and a store that stays across waits, in the real frame @long', async ({ playground }) => {
  const { terminal } = playground;
  await terminal.enter(
    `node -e 'new (require("worker_threads").Worker)("require(\`worker_threads\`).parentPort.postMessage(6 * 7)", { eval: true }).on("message", (m) => console.log("thread said", m))'`,
  );
  await expect(terminal.text).toContainText('thread said 42');
  await terminal.enter(
    `node -e 'const s = new (require("async_hooks").AsyncLocalStorage)(); s.run(7, async () => { await 0; s.exit(() => {}); await 0; console.log("store", s.getStore()) })'`,
  );
  await expect(terminal.text).toContainText('store 7');
  await terminal.enter(
    `node -p '[typeof Iterator, typeof OffscreenCanvas, typeof Object.groupBy, typeof Set.prototype.union, typeof [].values().map].join(" ")'`,
  );
  await expect(terminal.text).toContainText('undefined undefined undefined undefined undefined');
  await terminal.enter(`node -p 'try { structuredClone([Symbol("s")]) } catch (e) { "<" + e.message + ">" }'`);
  await expect(terminal.text).toContainText('<Symbol(s) could not be cloned.>');
  await terminal.enter(`node -p '({ get way() { return new Error("x").stack.split("\\n")[1].slice(7, 22) } }).way'`);
  await expect(terminal.text).toContainText('get way [as way');
});

test('programs at the terminal have prompts, raw keys and colours, and git asks its questions @long', async ({
  playground,
  page,
}) => {
  const { terminal } = playground;
  await terminal.enter('node');
  await expect(terminal.text).toContainText('Type ".help" for more information.');
  await terminal.enter('[1, 2].map((x) => x * 21)');
  await expect(terminal.text).toContainText('[ 21, 42 ]');
  await terminal.enter('.exit');
  await expect(terminal.text).toContainText(/\.exit\s*~ \$/);
  const script = `process.stdin.setRawMode(true).on("data", (key) => { console.log("key " + key.toString("hex")); if (key == "q") process.exit() }); console.log("raw", process.stdout.columns > 20)`;
  await terminal.enter(`clear; node -e '${script}'`);
  await expect(terminal.text).toContainText('raw true');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('q');
  for (const key of ['key 1b5b41', 'key 03', 'key 71']) await expect(terminal.text).toContainText(key);
  await expect(terminal.text).toContainText(/key 71\s*~ \$/);
  await terminal.enter('clear; git init -q; git add -A; git commit -qm all; echo more >> README.md; git add -p');
  await expect(terminal.text).toContainText('Stage this hunk');
  await terminal.enter('y');
  await terminal.enter('git status --short && echo "status $?"');
  await expect(terminal.text).toContainText('M README.md');
  await expect(terminal.text).toContainText('status 0');
  await page.keyboard.type('clear; echo kept, lost');
  for (const _ of ', lost') await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Control+k');
  for (const begun of ['; git checko', '-b new; git switch ma']) {
    await page.keyboard.type(begun);
    await page.keyboard.press('Tab');
  }
  await expect(terminal.text).toContainText('echo kept; git checkout -b new; git switch main');
});
