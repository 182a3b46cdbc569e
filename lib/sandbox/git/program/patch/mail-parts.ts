/** How `format-patch` writes a mail of two parts: as an attachment or not, and what separates them. */
export interface MailParts {
  readonly disposition: 'attachment' | 'inline';
  readonly boundary: string;
}

const LEADER = '-'.repeat(12);

/** What ends a mail of two parts, in place of a signature. */
export const partsEnd = ({ boundary }: MailParts): string => `\n--${LEADER}${boundary}--\n\n\n`;

/** A mail whose patch is a part of its own, a file of that name. */
export function inParts(mail: string, { disposition, boundary }: MailParts, file: string): string {
  const end = mail.indexOf('\n\n');
  const head = mail
    .slice(0, end)
    .replace(/\nMIME-Version: 1\.0\nContent-Type: text\/plain; .*\nContent-Transfer-Encoding: 8bit/, '');
  const start = `\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary="${LEADER}${boundary}"\n\nThis is a multi-part message in MIME format.\n--${LEADER}${boundary}\nContent-Type: text/plain; charset=UTF-8; format=fixed\nContent-Transfer-Encoding: 8bit`;
  const part = `\n\n--${LEADER}${boundary}\nContent-Type: text/x-patch; name="${file}"\nContent-Transfer-Encoding: 8bit\nContent-Disposition: ${disposition}; filename="${file}"\n\ndiff --git `;
  return `${head}${start}${mail.slice(end).replace('\ndiff --git ', () => part)}`;
}
