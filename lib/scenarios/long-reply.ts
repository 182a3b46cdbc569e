import type { History } from './history';
import type { Scenario } from './scenario';

const PARAGRAPHS = [
  'A tool is a promise. Its name and its schema say what a model may ask for, its description says when to ask and when not to, and its result says what came of it. Where any of the three is vague, the model fills the gap with a guess, and the guess is wrong just often enough to hurt.',
  'Begin with the name of the field. A model has read more code than any of us, so it expects the word that most code uses. When it writes `Path` where the schema says `file_path`, the fault is half yours. Refuse the call, but say which field was meant: a model that is told so fixes it in one turn.',
  'Then the errors. A stack trace tells a person where to look; it tells a model nothing. Say what was wanted, what came, and what to do next, in that order and in one sentence each. An error with a stable code can be counted, tested, and taught.',
  'Keep results small. Whatever a tool returns is read again in every turn that follows, and paid for each time. Ten thousand characters of log help nobody; the first and the last lines, and the number of lines between them, nearly always do.',
  'Ask before what cannot be undone. A reading tool may run as often as it likes, side by side with others. A writing tool waits for its turn, and, unless a person has said otherwise, for a word of consent. That word belongs to one call with one set of arguments, not to whatever comes next.',
  'And let the order of things be seen. Three reads in one turn run together; a write waits until they are done; a read after the write sees what was written. Nobody has to guess, neither the model nor the person who watches it.',
  'Say what changed. A result that reads "ok" leaves the model to read the file again, and the person to trust it. A result that names the line and shows what was added and what was taken away needs neither. The same patch serves both readers, so make it once.',
  'Treat the text a tool brings back as text. A page from the web, a log, a file that somebody else wrote: each may hold sentences that look like orders. They are quoted, they are limited in length, and they never widen what the agent is allowed to do. Permission comes from a person or from a rule that a person wrote, and from nowhere else.',
  'Let paths be dull. One function strips, joins and resolves them, follows every link to its end, and asks whether the place lies inside the folders that may be written to. If two tools each do that in their own way, one of them is wrong, and it is the one that deletes.',
  'Prefer few tools that fit together to many that overlap. Every schema is read at the start of every turn, so a tool that is hardly ever used costs more than it gives. Put it behind a search: the model sees a name and a line, and the whole schema once it has asked.',
  'Try it with the arguments a model really sends. Half a JSON object because the reply ran out of room; a list wrapped in quotes; a number as a word; a path with an at sign before it. None of these may crash anything, and each deserves an answer that is better than "invalid".',
  'Then watch. Count how often each error comes, how many turns it takes to get past it, and what a task costs from first word to last. Change one description, run the same task again, and compare. A tool is finished when nothing you can change makes the next hundred runs better.',
  'Last, make it stop. Every call has a deadline, every loop has a guard, and one key ends it all. An agent that cannot be stopped is not a tool but an accident that takes its time.',
];

const isFirst = (history: History): boolean => history.filter(({ role }) => role === 'user').length < 2;

/** A long text without tools, to interrupt. */
export const longReply: Scenario = {
  id: 'long-reply',
  title: 'A long answer',
  summary: 'A long streamed answer without tools: stop it, reload in the middle, or watch two tabs follow it.',
  prompt: 'Tell me at length what makes a good tool.',
  sample: 'cart',
  needs: [],
  // Whoever stopped it and asks again wants only the end.
  next: (history) => ({ text: (isFirst(history) ? PARAGRAPHS : PARAGRAPHS.slice(-1)).join('\n\n') }),
};
