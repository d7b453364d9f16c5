import { CommandError } from '../command-line/command-line.ts';

const unreleased = 'Unreleased';

/** Returns the heading of a version, up to its day: `## [1.0.0] - `. */
const headingOf = (version: string): string => `\n## [${version}] - `;

/** Returns the day of a version, or *Unreleased*, and the text after it; undefined if the changelog has no such version. */
function versionIn(changelog: string, version: string) {
  const [, after] = changelog.split(headingOf(version));
  if (after === undefined) return undefined;
  const [day = '', ...lines] = after.split('\n');
  return { day, text: lines.join('\n') };
}

/**
 * Returns the changelog section of a version, without its heading.
 * @throws CommandError if there is no such version, or no day for it; `isRehearsal` needs no day
 */
export function sectionOf(changelog: string, version: string, isRehearsal = false): string {
  const found = versionIn(changelog, version);
  if (!found) throw new CommandError(`CHANGELOG.md has no section “[${version}]”.`);
  if (found.day === unreleased && !isRehearsal)
    throw new CommandError(
      `CHANGELOG.md says that ${version} is not released yet. Run npm version, which writes the day.`,
    );
  const [section = ''] = found.text.split(/^## /m);
  return `${section.trim()}\n`;
}

/**
 * Returns the changelog with the day of a release instead of *Unreleased*.
 * @throws CommandError if the version already has a day, or has no section
 */
export function stamped(changelog: string, version: string, now: Date): string {
  if (versionIn(changelog, version)?.day !== unreleased)
    throw new CommandError(`CHANGELOG.md needs a section “## [${version}] - ${unreleased}”.`);
  const heading = headingOf(version);
  return changelog.replace(`${heading}${unreleased}`, `${heading}${now.toISOString().slice(0, 10)}`);
}
