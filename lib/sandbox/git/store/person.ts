/** Who made something, and when. */
export interface Signature {
  readonly name: string;
  readonly email: string;
  /** Seconds since 1970. */
  readonly time: number;
  /** Their offset from UTC, such as `+0200`. */
  readonly zone: string;
}

export const formatPerson = ({ name, email, time, zone }: Signature): string => `${name} <${email}> ${time} ${zone}`;

export function parsePerson(text: string): Signature {
  const [, name = '', email = '', time = '0', zone = '+0000'] =
    /^(.*?) ?<(.*?)>(?: (-?\d+) ([+-]\d{4}))?/.exec(text) ?? [];
  return { name, email, time: Number(time), zone };
}
