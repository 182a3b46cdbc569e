import { graceful, fencedText, unexpected } from './endings';
import { lastSteps, steps, type AnsweredCall } from './history';
import type { Scenario, ScriptedTurn } from './scenario';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>Shopping list</title>
    <link rel="stylesheet" href="list.css">
  </head>
  <body>
    <h1>Shopping list</h1>
    <form id="add">
      <label>Item <input name="what"></label>
      <button>Add</button>
    </form>
    <ul id="items"></ul>
    <p id="count">0 items</p>
    <script src="list.js"></script>
  </body>
</html>
`;
const STYLE = `body { font: 16px/1.5 sans-serif; margin: 2rem; color: #123; background: #f6f4ee; }
li { padding: 0.2rem 0; }
#count { color: #667; }
`;
const WRONG = "document.querySelector('#count').textContent = list.length + ' items';";
const RIGHT = "document.querySelector('#count').textContent = list.children.length + ' items';";
const SCRIPT = `const list = document.querySelector('#items');
document.querySelector('#add').addEventListener('submit', (event) => {
  event.preventDefault();
  const field = event.target.elements.what;
  const entry = document.createElement('li');
  entry.textContent = field.value;
  list.append(entry);
  field.value = '';
  ${WRONG}
  console.log('added', entry.textContent);
});
`;

const write: ScriptedTurn = {
  text: 'A page, its style and its script.',
  calls: [
    { name: 'Write', input: { file_path: 'web/index.html', content: PAGE } },
    { name: 'Write', input: { file_path: 'web/list.css', content: STYLE } },
    { name: 'Write', input: { file_path: 'web/list.js', content: SCRIPT } },
  ],
};
const open = (text: string): ScriptedTurn => ({
  text,
  calls: [{ name: 'Browser', input: { action: 'open', address: 'web/index.html' } }],
});
const use: ScriptedTurn = {
  text: 'Each control has a number. I type into the field and press the button, as a person would.',
  calls: [
    { name: 'Browser', input: { action: 'type', target: '1', text: 'Tea' } },
    { name: 'Browser', input: { action: 'click', target: 'Add' } },
  ],
};
const fix: ScriptedTurn = {
  text: 'The item is there, but the count says “undefined items”: a list element has children, not a length.',
  calls: [
    { name: 'Edit', input: { file_path: 'web/list.js', old_string: WRONG, new_string: RIGHT } },
    { name: 'Browser', input: { action: 'open', address: 'web/index.html' } },
    { name: 'Browser', input: { action: 'type', target: '1', text: 'Tea\n' } },
    { name: 'Browser', input: { action: 'screenshot' } },
  ],
};

function next(all: readonly AnsweredCall[], last: readonly AnsweredCall[]): ScriptedTurn {
  const [now] = last;
  const end = last.at(-1);
  if (!now || !end) return write;
  const stop = graceful(last);
  if (stop) return stop;
  const failed = last.find((step) => step.failed && step.input.action !== 'screenshot');
  if (failed) return unexpected(failed, 'the page to be there and to work');
  if (now.name === 'Write') return open('Does it work? I will open it and look.');
  if (end.input.action === 'open') return use;
  if (now.input.action === 'type') {
    return end.text.includes('undefined items') ? fix : unexpected(end, 'the fault in the count to show');
  }
  const typed = all.findLast(({ input }) => input.action === 'type');
  if (!typed?.text.includes('1 items')) return unexpected(typed, 'the count to be right');
  if (end.failed)
    return { text: `Now it counts:\n\n${fencedText(typed.text)}\n\nThis browser cannot take a picture of it.` };
  return { text: `Now it counts:\n\n${fencedText(typed.text)}\n\nThe picture shows it as you see it.` };
}

/** A page is written, tried out, fixed and tried out again. */
export const browserScenario: Scenario = {
  id: 'browser',
  title: 'Try out a page',
  summary: 'The agent writes a page, opens it in a frame you can see, types and clicks, finds its bug and fixes it.',
  prompt: 'Make a shopping list page and see that it works.',
  sample: 'cart',
  needs: ['Browser', 'Edit', 'Write'],
  setup: { options: { mode: 'bypassPermissions' } },
  next: (history) => next(steps(history), lastSteps(history)),
};
