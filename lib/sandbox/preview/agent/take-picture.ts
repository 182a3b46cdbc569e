import { Refused } from './refused';

/** Maximum pixels per side of a picture. */
const MOST_PIXELS = 2_000;

/** The page as a base64 PNG, rendered as an SVG's foreign object, which needs no permission from the platform. */
export async function takePicture(): Promise<string> {
  const width = Math.min(Math.max(innerWidth, 320), MOST_PIXELS);
  const height = Math.min(Math.max(innerHeight, document.documentElement.scrollHeight), MOST_PIXELS);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(width, height))}`;
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  try {
    await image.decode();
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/, '');
  } catch (error) {
    throw new Refused('UNSUPPORTED', `This browser cannot draw the page as a picture: ${String(error)}`);
  }
}

function svgOf(width: number, height: number): string {
  const copy = document.documentElement.cloneNode(true);
  if (!(copy instanceof HTMLElement)) return '';
  const fields = document.querySelectorAll('input, textarea');
  copy.querySelectorAll('input, textarea').forEach((field, index) => {
    const from = fields[index];
    if (field instanceof HTMLInputElement && from instanceof HTMLInputElement) {
      field.setAttribute('value', from.value);
      field.toggleAttribute('checked', from.checked);
    }
    if (field instanceof HTMLTextAreaElement && from instanceof HTMLTextAreaElement) field.textContent = from.value;
  });
  for (const script of copy.querySelectorAll('script')) script.remove();
  const background = getComputedStyle(document.body).backgroundColor;
  const paper = background === 'rgba(0, 0, 0, 0)' ? 'white' : background;
  const xml = new XMLSerializer().serializeToString(copy);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">` +
    `<rect width="100%" height="100%" fill="${paper}"/><foreignObject width="100%" height="100%">${xml}</foreignObject></svg>`
  );
}
