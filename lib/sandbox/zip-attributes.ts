/** An entry's attributes in a zip archive's central directory. */
export interface ZipAttributes {
  /** Type and permission bits; 0 if the archive was not created on Unix. */
  readonly mode: number;
  readonly mtimeMs: number;
  readonly encrypted: boolean;
  readonly checksum: number;
  /** How it is stored, as `unzip -v` says. */
  readonly method: string;
}

/** The attributes of each entry, by name. If the central directory is damaged, the rest is missing. */
export function zipAttributes(archive: Uint8Array): ReadonlyMap<string, ZipAttributes> {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength);
  const found = new Map<string, ZipAttributes>();
  let end = archive.length - 22;
  while (end >= 0 && view.getUint32(end, true) !== 0x06054b50) end--;
  let at = end < 0 ? archive.length : view.getUint32(end + 16, true);
  while (at + 46 <= archive.length && view.getUint32(at, true) === 0x02014b50) {
    const [time, date] = [view.getUint16(at + 12, true), view.getUint16(at + 14, true)];
    const sizes = [28, 30, 32].map((place) => view.getUint16(at + place, true));
    const [nameSize = 0] = sizes;
    const name = new TextDecoder().decode(archive.subarray(at + 46, at + 46 + nameSize));
    const moment = new Date(
      1980 + (date >> 9),
      ((date >> 5) & 15) - 1,
      date & 31,
      time >> 11,
      (time >> 5) & 63,
      (time & 31) * 2,
    );
    const flags = view.getUint16(at + 8, true);
    const isUnix = archive[at + 5] === 3;
    found.set(name, {
      mode: isUnix ? view.getUint16(at + 40, true) : 0,
      mtimeMs: moment.getTime(),
      encrypted: (flags & 1) === 1,
      checksum: view.getUint32(at + 16, true),
      method: view.getUint16(at + 10, true) === 0 ? 'Stored' : `Defl:${'NXFS'.charAt((flags >> 1) & 3)}`,
    });
    at += 46 + sizes.reduce((sum, size) => sum + size, 0);
  }
  return found;
}
