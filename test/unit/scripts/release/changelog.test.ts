import { expect, test } from 'vitest';
import { sectionOf, stamped } from '../../../../scripts/release/changelog.ts';

const changelog = `# Changelog

## [1.1.0] - Unreleased

### Added

- Tables.

## [1.0.0] - 2026-11-20

- The first version.
`;

test.each([
  ['the last version', '1.0.0', false, '- The first version.\n'],
  ['an unreleased version, in a rehearsal', '1.1.0', true, '### Added\n\n- Tables.\n'],
])('the notes of %s are its section', (_, version, isRehearsal, notes) => {
  expect(sectionOf(changelog, version, isRehearsal)).toBe(notes);
});

test.each([
  ['a version that has no section', '1.0', 'CHANGELOG.md has no section “[1.0]”.'],
  ['a version without a day', '1.1.0', /not released yet\. Run npm version, which writes the day\.$/],
])('%s is not released', (_, version, said) => {
  expect(() => sectionOf(changelog, version)).toThrow(said);
});

test('a release writes its date into the changelog, once', () => {
  const now = new Date('2026-12-01T23:00:00Z');
  const released = stamped(changelog, '1.1.0', now);
  expect(released).toContain('## [1.1.0] - 2026-12-01\n');
  expect(() => stamped(released, '1.1.0', now)).toThrow('needs a section “## [1.1.0] - Unreleased”');
});
