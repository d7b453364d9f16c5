import { expect, test } from 'vitest';
import { withCommandDefinitionsOnly, withoutLookUps } from '../../../scripts/command-definitions-only.ts';

const stripped = (source: string): string =>
  withCommandDefinitionsOnly('one.ts', source).replace(/\s+/g, ' ');

test('what an operation does and answers is left out, what reads its command is kept', () => {
  const source = `export const one = defineOperation({
    id: 'one', summary: 'One, (two)', fields: { run: text({ label: 'Run' }) }, risk: 'reads',
    check: ({ run }) => (run ? [] : [{ message: 'x' }]),
    targets: () => [],
    async run({ run }, { service }) { return service.run(run); },
    result: () => [note('a, b')] });`;
  expect(stripped(source)).toBe(
    "export const one = defineOperation({ id: 'one', summary: 'One, (two)', fields: { run: text({ label: 'Run' }) }, risk: 'reads', check: ({ run }) => (run ? [] : [{ message: 'x' }]), });",
  );
});

test('of the snapshot is kept that there is one, by which a change can end by itself', () => {
  const source =
    "export const one = defineOperation({ id: 'one', snapshot: state, inverse: () => undefined });";
  expect(stripped(source)).toBe("export const one = defineOperation({ id: 'one', isReversible: true, });");
});

test('of the look-ups of a field is kept that there are some, and of several things all but how they are expanded', () => {
  const source = `export const field = () => ({ read, reference: { find: (words) => find(words), pin },
    many: { noun: 'server', expand: async () => [] } });
  const passed = { reference };`;
  expect(withoutLookUps(source, 'one.ts').replace(/\s+/g, ' ')).toBe(
    "export const field = () => ({ read, reference: true, many: { noun: 'server', } }); const passed = { reference };",
  );
});

test('other calls are left alone', () => {
  const source = "export const field = text({ label: 'x', run: () => 1 });";
  expect(stripped(source)).toBe(source);
});

test('a declaration of which nobody can tell what it holds is refused', () => {
  expect(() => stripped('export const one = defineOperation({ ...more });')).toThrow('plain names');
});
