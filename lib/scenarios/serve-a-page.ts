import { graceful, fencedText, unexpected } from './endings';
import { lastSteps, steps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const ADDRESS = 'http://localhost:3000/';
const START = 'node server.js';

const SERVER = `import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

let votes = 0;
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml' };

createServer((request, response) => {
  console.log(request.method, request.url);
  if (request.url === '/votes') {
    if (request.method === 'POST') votes += 1;
    response.setHeader('Content-Type', 'application/json');
    return response.end(JSON.stringify({ votes }));
  }
  const path = request.url === '/' ? '/index.html' : request.url;
  try {
    response.setHeader('Content-Type', types[path.slice(path.lastIndexOf('.'))] ?? 'text/plain');
    response.end(readFileSync('site' + path));
  } catch {
    response.writeHead(404).end('Not found');
  }
}).listen(3000, () => console.log('Listening on ${ADDRESS}'));
`;
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Vote</title>
    <link rel="stylesheet" href="/style.css">
    <script type="module" src="/main.js"></script>
  </head>
  <body>
    <h1>Tea for everybody?</h1>
    <button>Yes, please</button>
    <p id="votes">…</p>
  </body>
</html>
`;
const STYLE = `body { font: 16px/1.5 sans-serif; margin: 2rem; background: #f6f4ee url("leaf.svg") no-repeat right 2rem top 2rem; }
`;
const LEAF = `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><path d="M4 36C4 12 20 4 36 4c0 20-12 32-32 32z" fill="#5a8"/></svg>
`;
const MAIN = `import { read, vote } from './votes.js';

const shown = document.querySelector('#votes');
const show = ({ votes }) => (shown.textContent = votes + (votes === 1 ? ' vote' : ' votes'));
document.querySelector('button').addEventListener('click', async () => show(await vote()));
show(await read());
`;
const VOTES = `export const read = async () => (await fetch('/votes')).json();
export const vote = async () => (await fetch('/votes', { method: 'POST' })).json();
`;

const write: ScriptedTurn = {
  text: 'A small server and a page for it: its scripts are modules, and they query the server.',
  calls: [
    { name: 'Write', input: { file_path: 'server.js', content: SERVER } },
    { name: 'Write', input: { file_path: 'site/index.html', content: PAGE } },
    { name: 'Write', input: { file_path: 'site/style.css', content: STYLE } },
    { name: 'Write', input: { file_path: 'site/leaf.svg', content: LEAF } },
    { name: 'Write', input: { file_path: 'site/main.js', content: MAIN } },
    { name: 'Write', input: { file_path: 'site/votes.js', content: VOTES } },
  ],
};
const start: ScriptedTurn = {
  text: 'A server keeps running, so I will start it in the background and open its page meanwhile.',
  calls: [
    { name: 'Bash', input: { command: START, description: 'Start the server', run_in_background: true } },
    { name: 'Browser', input: { action: 'open', address: ADDRESS } },
  ],
};
const vote: ScriptedTurn = {
  text: 'The page is there, and its script has asked the server for the votes. Now I vote, and ask the server myself.',
  calls: [
    { name: 'Browser', input: { action: 'click', target: 'Yes, please' } },
    { name: 'Bash', input: { command: `curl -s ${ADDRESS}votes`, description: 'Ask the server for the votes' } },
  ],
};

function next(all: readonly AnsweredCall[], last: readonly AnsweredCall[]): ScriptedTurn {
  const [now] = last;
  const end = last.at(-1);
  if (!now || !end) return write;
  const stop = graceful(last);
  if (stop) return stop;
  const failed = last.find((step) => step.failed);
  if (failed) return unexpected(failed, 'the server to run and its page to work');
  if (now.name === 'Write') return start;
  if (end.name === 'Browser') {
    return end.text.includes('0 votes') ? vote : unexpected(end, 'no votes yet');
  }
  const clicked = all.findLast(({ input }) => input.action === 'click');
  if (!clicked?.text.includes('1 vote')) return unexpected(clicked, 'the vote to be counted');
  return {
    text: `One click, one vote. The page says so:\n\n${fencedText(clicked.text)}\n\nAnd so does the server:\n\n${fencedText(end.text)}\n\nIt keeps running: open Page under State and vote, too.`,
  };
}

/** A server is written and started, and its page is opened and used. */
export const serveAPage: Scenario = {
  id: 'server',
  title: 'Serve a page and click on it',
  summary:
    'The agent writes a server and its page, starts it in the background, opens it and votes; it all happens in this tab.',
  prompt: 'Make a page to vote on tea, with a server that counts, and try it out.',
  sample: 'cart',
  needs: ['Bash', 'Browser', 'Write', 'Bash.run_in_background'],
  setup: { options: { mode: 'bypassPermissions' } },
  next: (history) => next(steps(history), lastSteps(history)),
};
