import { passagesOf } from '@/lib/discovery';
import { ranking } from '../documents/rank';

/** Most characters of passages in one answer. */
const ANSWER_CHARACTERS = 6_000;

/** The passages of a page that fit a prompt best, in page order; the beginning of the page if none does. */
export async function relevantPassages(text: string, prompt: string): Promise<string> {
  const passages = passagesOf(text);
  const ranked = (await ranking(passages))(prompt);
  const chosen: number[] = [];
  let characters = 0;
  for (const place of ranked.length > 0 ? ranked : passages.keys()) {
    characters += passages[place]?.text.length ?? 0;
    if (characters > ANSWER_CHARACTERS && chosen.length > 0) break;
    chosen.push(place);
  }
  return chosen
    .toSorted((a, b) => a - b)
    .map((place, index, places) => {
      const gap = index > 0 && place !== (places[index - 1] ?? 0) + 1 ? '[…]\n\n' : '';
      return gap + (passages[place]?.text ?? '');
    })
    .join('\n\n');
}
