import { expect, test } from 'vitest';
import {
  withCommandDefinitionsOnly,
  withoutLookUps,
} from '../../../../scripts/bundles/command-definitions-only.ts';

const stripped = (source: string): string =>
  withCommandDefinitionsOnly('one.ts', source).replace(/\s+/g, ' ');

test('the execution and the answers of an operation are left out, and the parsing of its command is kept', () => {
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

test('a snapshot becomes a mark that the operation is reversible', () => {
  const source =
    "export const one = defineOperation({ id: 'one', snapshot: state, inverse: () => undefined });";
  expect(stripped(source)).toBe("export const one = defineOperation({ id: 'one', isReversible: true, });");
});

test('look-ups of a field become a mark that there are some; multiple targets lose only their expansion', () => {
  const source = `export const field = () => ({ read, reference: { find: (words) => find(words), pin },
    many: { noun: 'server', expand: async () => [] } });
  const passed = { reference };`;
  expect(withoutLookUps(source, 'one.ts').replace(/\s+/g, ' ')).toBe(
    "export const field = () => ({ read, reference: true, many: { noun: 'server', } }); const passed = { reference };",
  );
});

test('other calls stay the same', () => {
  const source = "export const field = text({ label: 'x', run: () => 1 });";
  expect(stripped(source)).toBe(source);
});

test('a declaration with unknown members is refused', () => {
  expect(() => stripped('export const one = defineOperation({ ...more });')).toThrow('plain names');
});
