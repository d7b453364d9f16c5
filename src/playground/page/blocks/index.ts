export { Blocks } from './blocks.tsx';
export { type At, type Entered, type Named, type Surface, SurfaceContext } from './surface.ts';
export { Mrkdwn } from './text.tsx';
