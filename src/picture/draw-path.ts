import { compact } from '../core/compact.ts';
import { grouped } from '../core/grouped.ts';
import { fitted, inLines, measure, type Weight } from './measure-text.ts';
import { durationInWords, sizeInWords } from './path-in-words.ts';
import { differing } from './suggested-parts.ts';
import type { PathEnd, PathPicture, TrafficPath } from './traffic-path.ts';

/*
 * An SVG picture of the traffic that a request opens: two ends, and between them an arrow whose width grows with the number of
 * addresses. A dotted arrow shows a suggestion. The picture has its own background, so it looks alike in light and dark mode. It has no
 * frame, since Slack rounds the corners of images.
 */

/** Width of the picture, in SVG pixels. Slack shows it at about this size. */
export const pictureWidth = 480;

const edge = 16;
const boxWidth = 162;
const boxTop = 46;
const padding = 12;
const lineHeight = 23;
const chipHeight = 28;
/** Size of the smallest text. */
const smallest = 14;

const text = '#1d1c1d';
const muted = '#5e5d60';
const paper = '#ffffff';
const suggestedInk = '#00704a';
const suggestedPaper = '#e6f4ee';

/** Returns the colors for a risk score: warning from 5 points, error from 7, as on the card. */
const levelOf = (risk: number) =>
  risk >= 7
    ? { ink: '#c01343', paper: '#fdecef' }
    : risk >= 5
      ? { ink: '#b35900', paper: '#fff3e3' }
      : { ink: '#1264a3', paper: '#eef5fb' };

interface Line {
  readonly text: string;
  readonly size: number;
  readonly weight?: Weight;
  readonly ink?: string;
}

/** Draws a picture. Equal pictures have equal drawings. */
export function drawPath({ name, risk, path, suggested }: PathPicture): string {
  const level = levelOf(risk);
  const parts = suggested && differing(path, suggested);
  const ends = [linesOf(path.from, level.ink), linesOf(path.to, text)] as const;
  const rows = Math.max(ends[0].length, ends[1].length, 3);
  const linesEnd = boxTop + padding + rows * lineHeight;
  const chips = Math.max(linesEnd + 4, wordsEnd(path) + 12);
  const contentEnd = parts ? chips + chipHeight : Math.max(linesEnd, wordsEnd(path) - padding);
  const boxBottom = contentEnd + padding;
  const height = boxBottom + edge;
  const right = pictureWidth - edge - boxWidth;
  const head = risk > 0 ? `${name} · Risk ${risk}` : name;
  const content = [
    `<rect width="${pictureWidth}" height="${height}" fill="${paper}"/>`,
    write({ text: head, size: 15, ink: muted }, edge, 30, pictureWidth - 2 * edge),
    box(edge, boxBottom, level.paper, level.ink, ends[0]),
    box(right, boxBottom, '#f4f6f8', '#8a8f98', ends[1]),
    arrow(path, level.ink, edge + boxWidth, right),
    ...(parts ? suggestion(parts, edge + boxWidth, right, chips) : []),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${pictureWidth}" height="${height}" viewBox="0 0 ${pictureWidth} ${height}" font-family="Lato">${content.join('')}</svg>`;
}

/** Returns the lines in the box of an end. */
function linesOf(end: PathEnd, wide: string): readonly Line[] {
  const { place, ranges, more, addresses } = end;
  const size = sizeInWords(end, compact);
  return [
    { text: place, size: 16, weight: 'bold' },
    ...ranges.map((range): Line => ({ text: range, size: 16 })),
    ...(more > 0 ? [{ text: `+${grouped(more)} more`, size: 15, ink: muted }] : []),
    ...(size
      ? [{ text: size, size: 15, ...(addresses >= 256 && { weight: 'bold', ink: wide }) } as Line]
      : []),
  ];
}

const box = (x: number, bottom: number, fill: string, stroke: string, lines: readonly Line[]): string =>
  [
    `<rect x="${x}" y="${boxTop}" width="${boxWidth}" height="${bottom - boxTop}" rx="9" fill="${fill}" stroke="${stroke}" stroke-width="1.5"/>`,
    ...lines.map((line, at) =>
      write(line, x + padding, boxTop + padding + 14 + at * lineHeight, boxWidth - 2 * padding),
    ),
  ].join('');

/** Vertical position of the middle of the arrow. */
const arrowAt = boxTop + padding + 2 * lineHeight;
/** Returns half the width of the arrow's head. */
const headHalf = (path: TrafficPath): number => thickness(path) / 2 + 8;

/** Returns the text below the arrow. */
const wordsBelow = (path: TrafficPath): readonly string[] => [
  ...(path.services.length > 0 ? [`incl. ${path.services.join(', ')}`] : []),
  durationInWords(path),
];

/** Returns the vertical position of the end of that text. */
const wordsEnd = (path: TrafficPath): number =>
  arrowAt + headHalf(path) + 20 + (wordsBelow(path).length - 1) * 19;

/** Draws the opened traffic as an arrow between the boxes, with text above and below. */
function arrow(path: TrafficPath, ink: string, from: number, to: number): string {
  const y = arrowAt;
  const half = thickness(path) / 2;
  const head = { length: 20, half: headHalf(path) };
  const tip = to - 3;
  const shaft = tip - head.length;
  const width = to - from - 2 * 8;
  const middle = (from + to) / 2;
  const above = inLines(path.ports, 15, 'bold', width, 2);
  return [
    `<path d="M${from} ${y - half}H${shaft}V${y - head.half}L${tip} ${y}L${shaft} ${y + head.half}V${y + half}H${from}Z" fill="${ink}"/>`,
    ...above.map((line, at) =>
      write(
        { text: line, size: 15, weight: 'bold', ink },
        middle,
        y - head.half - 6 - (above.length - 1 - at) * 19,
        width,
        'middle',
      ),
    ),
    ...wordsBelow(path).map((line, at) =>
      write({ text: line, size: 14, ink: muted }, middle, y + head.half + 16 + at * 19, width, 'middle'),
    ),
  ].join('');
}

/** Returns the thickness of the arrow in pixels, which grows with the number of addresses at both ends and with all ports. */
function thickness({ from, to, ports }: TrafficPath): number {
  const wide = Math.log2(Math.max(from.addresses, 1)) + Math.log2(Math.max(to.addresses, 1));
  return Math.round(4 + wide / 4 + (ports[0] === 'all ports' ? 4 : 0));
}

/** Draws a suggestion: a chip for each end that differs, and a dotted arrow. */
function suggestion(
  { from, to, ports }: ReturnType<typeof differing>,
  left: number,
  right: number,
  chips: number,
): readonly string[] {
  const y = chips + chipHeight / 2;
  const inside = left - padding;
  const start = from === undefined ? left : inside;
  const target = to === undefined ? right : right + padding;
  const tip = target - 2;
  const shown = [
    ...(from === undefined ? [] : [chip(left - boxWidth + padding, chips, from)]),
    ...(to === undefined ? [] : [chip(right + padding, chips, to)]),
    `<path d="M${start} ${y}H${tip - 8}" stroke="${suggestedInk}" stroke-width="2.5" stroke-dasharray="7 5" fill="none"/>`,
    `<path d="M${tip - 9} ${y - 6}L${tip} ${y}L${tip - 9} ${y + 6}Z" fill="${suggestedInk}"/>`,
  ];
  const width = right - left - 2 * 8;
  const written = (words: string, at: number): string =>
    write({ text: words, size: 14, ink: suggestedInk }, (left + right) / 2, at, width, 'middle');
  const [only] = ports === undefined ? [] : inLines(ports, 14, 'regular', width, 1);
  return [...shown, written('suggested', y - 7), ...(only === undefined ? [] : [written(only, y + 19)])];
}

const chip = (x: number, y: number, label: string): string =>
  `<rect x="${x}" y="${y}" width="${boxWidth - 2 * padding}" height="${chipHeight}" rx="6" fill="${suggestedPaper}" stroke="${suggestedInk}" stroke-width="1.5"/>${write(
    { text: label, size: 14, ink: suggestedInk },
    x + 10,
    y + 19,
    boxWidth - 2 * padding - 20,
  )}`;

/** Draws a line of text. One that is wider than `width` is smaller, and cut if that is not enough. */
function write(
  { text: words, size, weight = 'regular', ink = text }: Line,
  x: number,
  y: number,
  width: number,
  anchor: 'start' | 'middle' = 'start',
): string {
  const fits = measure(words, size, weight) <= width ? size : Math.min(size, smallest);
  const shown = fitted(words, fits, weight, width);
  const left = anchor === 'start' ? x : x - measure(shown, fits, weight) / 2;
  const bold = weight === 'bold' ? ' font-weight="700"' : '';
  return `<text x="${Number(left.toFixed(1))}" y="${y}" font-size="${fits}"${bold} fill="${ink}">${escaped(shown)}</text>`;
}

const escaped = (words: string): string => words.replace(/[<>&]/g, (sign) => `&#${sign.codePointAt(0)};`);
