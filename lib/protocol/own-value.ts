/** A record's own value under an untrusted name: never an inherited one, such as `constructor`. */
export const ownValue = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
