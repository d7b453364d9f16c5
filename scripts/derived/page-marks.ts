/** Returns the page with `made` between the marks of this name. @throws Error if the marks are missing */
export function between(text: string, name: string, made: string): string {
  const [start, end] = [`<!-- ${name} -->`, `<!-- /${name} -->`];
  const [from, to] = [text.indexOf(start), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`The page lost its marks for ${name}`);
  return `${text.slice(0, from + start.length)}\n\n${made}\n\n${text.slice(to)}`;
}
