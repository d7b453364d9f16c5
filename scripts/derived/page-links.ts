import { readFileSync } from 'node:fs';
import path from 'node:path';

/*
 * The last line of a page leads on: up to the map of its folder, and to the page that follows in it. The map's tables are the one
 * place that has the order of the pages.
 */

const root = path.join(import.meta.dirname, '../..');

/** The maps: each lists the pages of its folder that end with such a line. */
const maps = ['docs/README.md', 'docs/decisions/README.md'];

/** A page in the table of a map. */
interface Listed {
  readonly title: string;
  /** Relative to the root of the project. */
  readonly file: string;
}

/** Returns the pages that a map lists in the first columns of its tables, in their order. */
export function listedIn(map: string): readonly Listed[] {
  const text = readFileSync(path.join(root, map), 'utf8');
  return [...text.matchAll(/^\| \[([^\]]+)\]\(([^)]+)\) \|/gm)].map(([, title = '', link = '']) => ({
    title,
    file: path.join(path.dirname(map), link),
  }));
}

const mark = '<!-- next -->';

/** Returns the page with its last line. `from`: the page; `next`: undefined for the last one of its map. */
function withLinks(
  text: string,
  { map, file, next }: { map: string; file: string; next: Listed | undefined },
): string {
  const to = (target: string) => path.relative(path.dirname(file), target);
  const on = next ? ` · Next: [${next.title}](${to(next.file)})` : '';
  const [body = ''] = text.split(`\n${mark}\n`);
  return `${body.trimEnd()}\n\n${mark}\n\n[Up: ${titleOf(map)}](${to(map)})${on}\n`;
}

const titleOf = (map: string): string =>
  /^# (.+)$/m.exec(readFileSync(path.join(root, map), 'utf8'))?.[1] ?? map;

/** Each page with a last line that leads on, and what writes it. */
export const linkedPages = maps.flatMap((map) => {
  const listed = listedIn(map);
  return listed.map(({ file }, at) => ({
    file,
    update: (text: string) => withLinks(text, { map, file, next: listed[at + 1] }),
  }));
});
