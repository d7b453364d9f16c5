import { shortList } from '../core/list.ts';
import { durationInWords, sizeInWords } from './path-in-words.ts';
import { differing } from './suggested-parts.ts';
import type { PathEnd, PathPicture } from './traffic-path.ts';

/** Describes a picture for people who don't see it. */
export function pictureInWords({ name, risk, path, suggested }: PathPicture): string {
  const incl = path.services.length > 0 ? ` (including ${path.services.join(', ')})` : '';
  const parts = suggested && differing(path, suggested);
  return [
    `${name}${risk > 0 ? `, risk ${risk}` : ''}: from ${endInWords(path.from)} to ${endInWords(path.to)},`,
    `${shortList(path.ports, 4)}${incl}, ${durationInWords(path)}.`,
    ...(parts
      ? [
          `Suggested: ${[
            ...(parts.from === undefined ? [] : [`from ${parts.from}`]),
            ...(parts.to === undefined ? [] : [`to ${parts.to}`]),
            ...(parts.ports === undefined ? [] : [shortList(parts.ports, 4)]),
          ].join(', ')}.`,
        ]
      : []),
  ].join(' ');
}

/** Describes an end: "DE1 · ACME 10.0.0.0/8 (16,777,216 addresses)". */
function endInWords(end: PathEnd): string {
  const ranges = [...end.ranges, ...(end.more > 0 ? [`${end.more} more`] : [])].join(', ');
  const size = sizeInWords(end);
  return `${end.place} ${ranges}${size === undefined || end.addresses === 1 ? '' : ` (${size})`}`;
}
