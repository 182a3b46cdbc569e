import { GitFailure } from '../../git-failure';
import { asBoolean } from '../../store/config';

/** How the mails of `format-patch` answer each other: each the first one, or each the one before. */
type Threading = 'shallow' | 'deep';

/** What `--thread` and `format.thread` say; undefined: mails do not answer each other. */
export function threadingOf(option: string | undefined, setting: string | undefined): Threading | undefined {
  const text = option ?? setting;
  if (text === 'deep' || text === 'shallow') return text;
  if (option !== undefined && option !== '')
    throw new GitFailure('usage: git format-patch [<options>] [<since> | <revision-range>]', 129);
  return option === '' || (setting !== undefined && asBoolean(setting) === true) ? 'shallow' : undefined;
}

/** The headers by which mails answer each other and what `--in-reply-to` names, mail by mail. */
export class MailThread {
  private id: string | undefined;
  private readonly answered: string[];

  constructor(
    private readonly threading: Threading | undefined,
    private readonly email: string,
    reply: string | undefined,
    private readonly hasCover: boolean,
  ) {
    this.answered = reply === undefined ? [] : [reply.replace(/^\s*<?(.*?)>?\s*$/, '$1')];
  }

  /** The headers of the mail before the others. */
  cover(): string {
    if (this.threading) this.id = this.idFor('cover');
    return this.headers();
  }

  /** The headers of a commit's mail. */
  next(oid: string, number: number): string {
    if (!this.threading) return this.headers();
    // As git has it: a shallow thread answers the first mail, or what `--in-reply-to` names, if there is no cover letter.
    const stays = this.threading === 'shallow' && this.answered.length > 0 && (!this.hasCover || number > 1);
    if (this.id !== undefined && !stays) this.answered.push(this.id);
    this.id = this.idFor(oid);
    return this.headers();
  }

  private idFor(base: string): string {
    return `${base}.${Math.floor(Date.now() / 1000)}.git.${this.email}`;
  }

  private headers(): string {
    const own = this.id === undefined ? '' : `Message-Id: <${this.id}>\n`;
    const last = this.answered.at(-1);
    if (last === undefined) return own;
    return `${own}In-Reply-To: <${last}>\nReferences: ${this.answered.map((id) => `<${id}>\n`).join('\t')}`;
  }
}
