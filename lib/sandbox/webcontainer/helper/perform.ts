import { mkdirSync, readFileSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { globFiles, searchTree } from '../../search';
import type { HelperRequest } from '../request';
import { remove } from './remove';
import { source } from './source';

/** Does what was asked, inside the container; failures throw with Node's codes. */
export function perform(request: HelperRequest): unknown {
  switch (request.op) {
    case 'stat':
      return source.stat(request.path);
    case 'realpath':
      return realpathSync(request.path);
    case 'readdir':
      return source.list(request.path);
    case 'readFile':
      return readFileSync(request.path).toString('base64');
    case 'writeFile':
      return writeFileSync(request.path, Buffer.from(request.base64, 'base64'));
    case 'mkdir':
      return void mkdirSync(request.path, { recursive: request.recursive });
    case 'rm':
      return remove(request.path, request);
    case 'rename':
      return renameSync(request.from, request.to);
    case 'search':
      return searchTree(source, request.query);
    case 'glob':
      return globFiles(source, request.query);
  }
}
