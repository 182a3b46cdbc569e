import { createFileCache } from '@/lib/stores/file-cache';
import type { MorePorts, PageDependencies } from './dependencies';

/** The files of the sandbox that were read last. */
export const openFileCache = ({ now }: PageDependencies): MorePorts => ({ fileCache: createFileCache(now) });
