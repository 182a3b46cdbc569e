import { originalOf } from '@/lib/workshop/original';
import { z } from 'zod';

const SourcesSchema = z.record(z.string(), z.string());

/**
 * The source of a built-in tool, to read beside a fork of it; undefined if there is none, or it does not load. Never rejects.
 */
export async function originalSource(name: string): Promise<string | undefined> {
  try {
    const response = await fetch('/sandbox/builtin-sources.json');
    return response.ok ? originalOf(name, SourcesSchema.parse(await response.json())) : undefined;
  } catch {
    return undefined;
  }
}
