export { Blocks } from './blocks.tsx';
export { now, setAhead, useAhead, useMinutes } from './parts/now.ts';
export { type At, type Entered, type Surface, SurfaceContext } from './parts/surface.ts';
export { Mrkdwn } from './parts/text-object.tsx';
