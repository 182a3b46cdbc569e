import { sha1 } from '@noble/hashes/legacy.js';

/**
 * SHA-1 for isomorphic-git in place of `sha.js`, whose dependencies make an error while they load, for which the engine parses
 * the whole script once more.
 */
export default class Hash {
  private readonly state = sha1.create();

  update(bytes: Uint8Array): this {
    this.state.update(bytes);
    return this;
  }

  digest(encoding?: BufferEncoding): Buffer | string {
    const bytes = Buffer.from(this.state.digest());
    return encoding === undefined ? bytes : bytes.toString(encoding);
  }
}
