import { resolveFrom } from '../../../paths';
import { GitFailure } from '../../git-failure';
import { readGitText } from '../../git-fs';
import { decodeUtf8 } from '../../store/bytes';
import { bodyOf, readCommit, subjectLine, type Commit } from '../../store/commit';
import type { Signature } from '../../store/person';
import { commitTemplate } from './commit-template';
import type { Context } from '../setup/context';
import { checkedMessage, MESSAGE_FILE, messageInFile, preparedMessage } from './edited-message';
import { editInEditor } from '../terminal/editor';
import { cleanMessage, commentChar, joinParagraphs, signedOff } from '../message/message';
import { committerOf } from '../people/people';
import { resolveCommit } from '../refs/revision';
import { readState } from '../setup/state';
import { blockText, trailerBlock, trailerConfig, withTrailers } from '../message/trailers';
import type { CommitOptions } from './commit-options';

/** The message of a new commit: as the options give it, edited, and as the hooks leave it. */
export async function commitMessage(
  context: Context,
  options: CommitOptions,
  {
    given,
    last,
    author,
    template: written,
  }: { given: string | undefined; last: Commit | undefined; author: Signature; template: string },
): Promise<string> {
  const { is } = options;
  const states = [await readState(context, 'SQUASH_MSG'), await readState(context, 'MERGE_MSG')];
  const found = states.filter((one) => one !== undefined);
  const standing = found.length === 0 ? undefined : found.join('\n\n');
  const fromTemplate = given === undefined && !is('amend') && standing === undefined ? written : '';
  let text = given ?? (is('amend') ? last?.message : standing) ?? fromTemplate;
  if (is('signoff')) text = signedOff(text, committerOf(context));
  const added = options.values('trailer').map((one) => ({ text: one }));
  if (added.length > 0) {
    const config = trailerConfig(context.config);
    const block = trailerBlock(text, config);
    text = blockText({ ...block, trailers: await withTrailers(block.trailers, added, config, context.io) }, config);
  }
  const edits =
    is('edit') ||
    (!is('noEdit') &&
      (given === undefined ||
        options.value('reedit') !== undefined ||
        /^(?:amend|reword):/.test(options.value('fixup') ?? '') ||
        (options.value('squash') !== undefined && sources(options).length === 0)));
  const cleanup = cleanupOf(options.value('cleanup') ?? context.config.get('commit.cleanup'), edits);
  const comment = commentChar(context, text);
  const chosen = options.last('verbose', 'noVerbose');
  const [level, on] = [context.config.integer('commit.verbose'), context.config.boolean('commit.verbose') === true];
  const asked = chosen === 'verbose' ? options.values('verbose').length : 0;
  const verbosity = chosen === undefined ? Math.max(0, level ?? Number(on)) : asked;
  const source = await sourceOf(context, options);
  if (!edits)
    await preparedMessage(context, cleanMessage(text, cleanup === 'verbatim' ? cleanup : 'whitespace'), source);
  else {
    const shown = options.last('status', 'noStatus');
    const template = await commitTemplate(context, text.trimEnd(), {
      author,
      verbosity,
      amend: is('amend') ? last : undefined,
      comment,
      cleanup,
      status: shown === undefined ? context.config.boolean('commit.status') !== false : shown === 'status',
    });
    await editInEditor(context, MESSAGE_FILE, await preparedMessage(context, template, source));
  }
  const final = is('noVerify') ? await messageInFile(context) : await checkedMessage(context);
  const clean = cleanMessage(
    verbosity > 0 && edits ? cleanMessage(final, 'scissors', comment) : final,
    cleanup,
    comment,
  );
  if (edits && fromTemplate !== '' && !saysNothing(clean) && clean === cleanMessage(fromTemplate))
    throw new GitFailure('Aborting commit; you did not edit the message.', 1, '');
  if (clean.startsWith('amend! ') && options.value('fixup') && bodyOf(clean).trim() === '' && !is('emptyMessage'))
    throw new GitFailure('Aborting commit due to empty commit message body.', 1, '');
  return clean;
}

/** The options that give a message. */
const sources = ({ value }: CommitOptions): string[] =>
  (['message', 'file', 'reuse', 'reedit'] as const).filter((name) => value(name) !== undefined);

const templateName = ({ config }: Context, { value }: CommitOptions): string | undefined =>
  value('template') ?? config.get('commit.template');

/** The text of the template, if there is one; that of the command line is relative to the caller's folder. */
export async function templateOf(context: Context, options: CommitOptions): Promise<string> {
  const template = templateName(context, options);
  if (template === undefined) return '';
  const { fs, io, root } = context;
  const home = template.replace(/^~(?=\/)/, io.env.HOME ?? '');
  const path = resolveFrom(options.value('template') === undefined ? root : io.cwd, home);
  const text = await readGitText(fs, path);
  if (text === undefined) throw new GitFailure(`could not read '${home}': No such file or directory`);
  return text;
}

/** Whether a message has nothing but sign-offs. */
export const saysNothing = (message: string): boolean =>
  message.split('\n').every((line) => line === '' || line.startsWith('Signed-off-by: '));

/** Where the message comes from, for `prepare-commit-msg`. */
async function sourceOf(context: Context, options: CommitOptions): Promise<string[]> {
  const { value } = options;
  const isGiven = [options.values('message')[0], value('file'), value('fixup')].some((one) => one !== undefined);
  if (isGiven) return ['message'];
  const reused = value('reuse') ?? value('reedit') ?? (options.is('amend') ? 'HEAD' : undefined);
  if (reused !== undefined) return ['commit', reused];
  if ((await readState(context, 'MERGE_HEAD')) !== undefined) return ['merge'];
  if ((await readState(context, 'SQUASH_MSG')) !== undefined) return ['squash'];
  return templateName(context, options) === undefined ? [] : ['template'];
}

/** What `--cleanup` says; by default comments are only removed from a message that the user edits. */
export function cleanupOf(text: string | undefined, edits: boolean): 'strip' | 'whitespace' | 'scissors' | 'verbatim' {
  if (text === 'scissors') return edits ? text : 'whitespace';
  if (text === 'strip' || text === 'whitespace' || text === 'verbatim') return text;
  if (text !== undefined && text !== 'default') throw new GitFailure(`Invalid cleanup mode ${text}`);
  return edits ? 'strip' : 'whitespace';
}

/** The message from the options; undefined if none gives one. */
export async function givenMessage(context: Context, options: CommitOptions): Promise<string | undefined> {
  const messages = options.values('message');
  const [fixup, squash] = [options.value('fixup'), options.value('squash')];
  if (fixup !== undefined) return fixupMessage(context, fixup, messages);
  if (squash === undefined) return plainMessage(context, options);
  const reused = options.value('reuse') ?? options.value('reedit');
  const target = await readCommit(context.objects, await resolveCommit(context, squash));
  const head = reused === squash ? 'squash! ' : `squash! ${subjectLine(target.message)}\n\n`;
  return `${head}${(await plainMessage(context, options)) ?? ''}`;
}

/** `fixup! Subject`; with `amend:` or `reword:` the message that is to replace the other's. */
async function fixupMessage(context: Context, fixup: string, messages: readonly string[]): Promise<string> {
  const replaces = /^(?:amend|reword):/.test(fixup);
  const target = await readCommit(
    context.objects,
    await resolveCommit(context, fixup.replace(/^(?:amend|reword):/, '')),
  );
  const subject = subjectLine(target.message);
  const own = subject.startsWith('amend! ') ? bodyOf(target.message) : target.message;
  return [`${replaces ? 'amend' : 'fixup'}! ${subject}`, ...(replaces ? [own] : messages)].join('\n\n');
}

async function plainMessage(context: Context, options: CommitOptions): Promise<string | undefined> {
  const { io } = context;
  const messages = options.values('message');
  if (messages.length > 0) return joinParagraphs(messages);
  const file = options.value('file');
  if (file === '-') return decodeUtf8(await io.input());
  if (file !== undefined) {
    const text = await readGitText(context.fs, resolveFrom(io.cwd, file));
    if (text === undefined) throw new GitFailure(`could not read log file '${file}': No such file or directory`);
    return text;
  }
  const reuse = options.value('reuse') ?? options.value('reedit');
  if (reuse === undefined) return undefined;
  return (await readCommit(context.objects, await resolveCommit(context, reuse))).message;
}
