import type { Content } from '@/lib/protocol';
import { wholeText, type NotebookCell, type CellOutput, type Notebook } from './notebook';

/** Maximum characters shown of one output. */
const OUTPUT_LENGTH = 2000;
/** Maximum images attached per notebook, and the maximum size of each in characters of base64. */
const MOST_IMAGES = 5;
const MAX_IMAGE_LENGTH = 1024 * 1024;

/** One cell as text, and the images among its outputs. */
interface ShownCell {
  readonly text: string;
  readonly images: readonly Content[];
}

/** Cells as text for a model: index, id and type, the source, then the outputs. */
export function showCells({ cells }: Notebook): ShownCell[] {
  let room = MOST_IMAGES;
  return cells.map((cell, index) => {
    const outputs = (cell.outputs ?? []).map((output) => showOutput(output));
    const images = outputs.flatMap(({ image }) => image ?? []).slice(0, room);
    room -= images.length;
    return {
      text: [headOf(cell, index), wholeText(cell.source), ...outputs.map(({ text }) => text)].join('\n'),
      images,
    };
  });
}

function headOf({ id, cell_type, execution_count }: NotebookCell, index: number): string {
  const run = typeof execution_count === 'number' ? ` · run ${execution_count}` : '';
  return `[cell ${index}${id === undefined ? '' : ` · id ${id}`} · ${cell_type}${run}]`;
}

function showOutput(output: CellOutput): { text: string; image?: Content } {
  const { output_type, data = {} } = output;
  if (output_type === 'stream') return { text: `[output]\n${cut(wholeText(output.text).replace(/\n$/, ''))}` };
  if (output_type === 'error') return { text: `[error] ${output.ename ?? ''}: ${cut(output.evalue ?? '')}` };
  const mimeType = Object.keys(data).find((type) => /^image\/(png|jpeg|gif|webp)$/.test(type));
  if (mimeType !== undefined) {
    const image = linesOf(data[mimeType]).replaceAll(/\s/g, '');
    if (image.length > MAX_IMAGE_LENGTH) return { text: `[output: an ${mimeType} too large to show]` };
    return { text: `[output: ${mimeType}, attached]`, image: { type: 'image', data: image, mimeType } };
  }
  const plain = data['text/plain'] ?? data['text/markdown'];
  if (plain !== undefined) return { text: `[output]\n${cut(linesOf(plain))}` };
  return { text: `[output: ${Object.keys(data).join(', ') || output_type}]` };
}

const linesOf = (value: unknown): string =>
  typeof value === 'string' ? value : Array.isArray(value) ? value.map(String).join('') : '';

const cut = (text: string): string =>
  text.length <= OUTPUT_LENGTH
    ? text
    : `${text.slice(0, OUTPUT_LENGTH)}\n[… ${text.length - OUTPUT_LENGTH} characters of output left out]`;
