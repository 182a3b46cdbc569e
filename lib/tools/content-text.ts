import type { Content } from '@/lib/protocol';

/** Typed content as text: its texts one per line, with a placeholder for anything that is not text. */
export function contentText(content: readonly Content[]): string {
  return content.map(wordsFor).join('\n');
}

function wordsFor(part: Content): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'image':
      return `[image, ${part.mimeType}]`;
    case 'resource':
      return part.text === undefined ? `[resource ${part.uri}]` : `${part.uri}:\n${part.text}`;
  }
}
