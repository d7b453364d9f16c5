export { Blocks } from './blocks.tsx';
export { Emoji } from './emoji.tsx';
export { type At, type Entered, type Named, type Surface, SurfaceContext } from './surface.ts';
export { Mrkdwn, Words } from './text.tsx';
