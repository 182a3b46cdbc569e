import { createFileCache } from '@/lib/stores/file-cache';
import type { MorePorts, PageNeeds } from './needs';

/** The files of the sandbox that were read last. */
export const openFileCache = ({ now }: PageNeeds): MorePorts => ({ fileCache: createFileCache(now) });
