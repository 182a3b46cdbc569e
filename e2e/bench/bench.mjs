// Measures what the issue and the design promise: the round trip of a call, the boot of the sandbox, the load of the page. With
// `load`, the cost of many concurrent people, long threads and full folders; with `recovery`, how a careless model copes with
// error messages; with `pauses`, how long hostile programs block the page; with `commands`, command lines in the sandbox
// compared with this machine's: node e2e/bench/bench.mjs [load [quick] [part …] | recovery | pauses | commands].
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureInstalled } from '../../lib/launch/install.mjs';
import { launch, LaunchError, say } from '../../lib/launch/say.mjs';

const WARM_UP = 5;
const THREADS = 40;
const PAGES = 5;

process.env.TOOLYARD_BENCH = '1';
process.env.TOOLYARD_DIST ??= '.next-bench';

await launch(async () => {
  await ensureInstalled();
  const { answers, freePort } = await import('../../lib/launch/address.mjs');
  const { ensureBuilt } = await import('../../lib/launch/make.mjs');
  const { findBrowser } = await import('../run/browser/find.mjs');
  const [what, ...args] = process.argv.slice(2);
  if (what !== 'recovery') await unchanged('tsconfig.json', ensureBuilt);
  if (what === 'load') {
    const { loadRows } = await import('./load/index.mjs');
    const rows = await loadRows(args);
    print(rows);
    const missed = rows.filter((row) => row.at(-1) === 'MISS').length;
    if (missed > 0) throw new LaunchError(`${missed} goals are missed.`);
    return;
  }
  if (what === 'recovery') {
    const { unitBenches } = await import('./units.mjs');
    print(await unitBenches(['recovery']));
    return;
  }
  const browser = await findBrowser(say);
  const port = await freePort('127.0.0.1');
  const server = spawn(process.execPath, ['e2e/run/serve.mjs', String(port)], { stdio: 'inherit' });
  try {
    while (!(await answers('127.0.0.1', port))) await sleep(50);
    const url = `http://127.0.0.1:${port}`;
    if (what === 'pauses') {
      const { pauseRows } = await import('./pauses.mjs');
      print(await pauseRows(browser, url));
      return;
    }
    if (what === 'commands') {
      const { commandRows } = await import('./commands.mjs');
      print(await commandRows(browser, url));
      return;
    }
    const { unitBenches } = await import('./units.mjs');
    const { searchRows } = await import('./search.mjs');
    const loop = [...(await roundTrips(url)), ...(await boots(browser, url)), ...(await pageLoads(browser, url))];
    print([...loop, ...(await searchRows(browser, url)), ...(await unitBenches())]);
  } finally {
    server.kill();
  }
});

/** Restores a file after some work: Next.js writes the name of its build folder into it. @param {string} path @param {() => Promise<void>} work */
async function unchanged(path, work) {
  const before = await readFile(path);
  try {
    await work();
  } finally {
    await writeFile(path, before);
  }
}

/** The two loops take turns, so that noise on the machine affects both. @param {string} url */
async function roundTrips(url) {
  const { agentClient, bareClient } = await import('./clients.mjs');
  const { playScenario } = await import('./conversation.mjs');
  const { median, quantile } = await import('./statistics.mjs');
  /** @type {number[]} */
  const ours = [];
  /** @type {number[]} */
  const bare = [];
  for (let thread = 0; thread < WARM_UP + THREADS; thread++) {
    const agentTimes = await playScenario(agentClient(url));
    const bareTimes = await playScenario(bareClient(url));
    if (thread < WARM_UP) continue;
    ours.push(...agentTimes);
    bare.push(...bareTimes);
  }
  const ratio = median(ours) / median(bare);
  return [
    [`bare loop, ${bare.length} calls`, ms(median(bare)), `p95 ${ms(quantile(bare, 0.95))}`],
    [`our loop, ${ours.length} calls`, ms(median(ours)), `p95 ${ms(quantile(ours, 0.95))}`],
    ['our loop / bare loop', `${ratio.toFixed(2)} ×`, 'goal: ≤ 1.3 ×'],
  ];
}

/** @param {import('../run/browser/find.mjs').Browser} browser @param {string} url */
async function boots(browser, url) {
  const { bootAlone } = await import('./boot.mjs');
  const { median } = await import('./statistics.mjs');
  const times = [];
  for (let boot = 0; boot < PAGES; boot++) times.push(await bootAlone(browser, url));
  return [
    ['embedded sandbox alone, first file', ms(median(times.map(({ filesMs }) => filesMs))), 'goal: ≤ 400 ms'],
    ['embedded sandbox alone, first command', ms(median(times.map(({ commandMs }) => commandMs))), 'cold cache'],
  ];
}

/** @param {import('../run/browser/find.mjs').Browser} browser @param {string} url */
async function pageLoads(browser, url) {
  const { loadPage } = await import('./page.mjs');
  const { median } = await import('./statistics.mjs');
  const loads = [];
  for (let load = 0; load < PAGES; load++) loads.push(await loadPage(browser, url));
  const scripts = median(loads.map(({ firstScripts }) => firstScripts)) / 1024;
  return [
    [
      'embedded sandbox, as the page loads',
      ms(median(loads.map(({ bootMs }) => bootMs))),
      'from asking; goal: ≤ 400 ms',
    ],
    ['page, until the sandbox is ready', ms(median(loads.map(({ readyMs }) => readyMs))), 'from the navigation'],
    ['page, JavaScript of the first load', `${scripts.toFixed(0)} KB gz`, 'goal: ≤ 180 KB gz'],
    ['page, until it listens', ms(median(loads.map(({ interactiveMs }) => interactiveMs))), 'cold cache'],
  ];
}

/** @param {number} value */
function ms(value) {
  return `${value.toFixed(1)} ms`;
}

/** @param {string[][]} rows */
function print(rows) {
  say(
    `\nMedians. Load of this machine: ${loadavg()
      .map((value) => value.toFixed(1))
      .join(' ')}\n`,
  );
  for (const [what = '', value = '', note = '', verdict] of rows)
    say(`${what.padEnd(38)} ${value.padStart(12)}   ${verdict ? `${verdict}  ` : ''}${note}`);
}
