// oxlint-disable toolyard/layers -- only the type is taken
import type * as NodeStream from 'node:stream';
import { nodeModule } from './node-module';

const stream = nodeModule<typeof NodeStream>('stream');

/** Node's own streams, for bundled modules that run once they exist: replaces the package `readable-stream`. */
export const { Duplex, PassThrough, Readable, Transform, Writable } = stream;
