/** What a record itself has under a name that came from elsewhere: never what every object has, such as `constructor`. */
export const ownValue = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
