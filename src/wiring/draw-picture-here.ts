import type { PathPicture } from '../picture/traffic-path.ts';

/** Draws a picture as PNG. Its dependencies are separate files beside the bundle. The first picture of a process loads them. */
export async function drawPictureHere(picture: PathPicture): Promise<Uint8Array> {
  const { drawPicture } = await import('../picture/draw-picture.ts');
  return drawPicture(picture, import.meta.dirname);
}
