import type { PathPicture } from '../picture/traffic-path.ts';

/** Draws a picture as PNG. What it needs are files of their own beside the bundle, which only the first picture of a process loads. */
export async function drawPictureHere(picture: PathPicture): Promise<Uint8Array> {
  const { drawPicture } = await import('../picture/draw-picture.ts');
  return drawPicture(picture, import.meta.dirname);
}
