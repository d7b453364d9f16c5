import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generate } from 'selfsigned';
import { expect, onTestFinished, test } from 'vitest';
import { FileProblems } from '../../../../scripts/bundles/file-problems.ts';
import { certificatesIn, readCertificates } from '../../../../scripts/certificates/read-certificates.ts';

const now = Date.parse('2026-12-01T00:00:00Z');
const valid = (from: string, to: string) =>
  generate([{ name: 'commonName', value: 'Acme root' }], {
    notBeforeDate: new Date(from),
    notAfterDate: new Date(to),
  });
const { cert, private: key } = await valid('2026-01-01', '2036-01-01');
const { cert: expired } = await valid('2020-01-01', '2026-11-30');
const { cert: early } = await valid('2027-01-01', '2036-01-01');
const pem = cert.trim();

const problemsOf = (text: string): readonly string[] => {
  try {
    certificatesIn(text, 'ca.pem', now);
    return [];
  } catch (error) {
    if (error instanceof FileProblems) return error.problems;
    throw error;
  }
};

test('certificates are taken, and the text between them is left out', () => {
  expect(certificatesIn(`Acme root\n${pem}\n\n# Acme root 2\n${pem}`, 'ca.pem', now)).toBe(
    `${pem}\n${pem}\n`,
  );
});

test.each([
  [
    'no PEM',
    'MIIC',
    ['ca.pem:1: there is no certificate in PEM. One begins with -----BEGIN CERTIFICATE-----'],
  ],
  ['nothing', '', ['ca.pem:1: there is no certificate in PEM. One begins with -----BEGIN CERTIFICATE-----']],
  ['half a certificate', pem.replace(/\n.*\n/, '\n'), ['ca.pem:1: this certificate can’t be read']],
  ['one that expired', `\n\n${expired}`, ['ca.pem:3: the certificate of CN=Acme root expired on 2026-11-30']],
  ['one of tomorrow', early, ['ca.pem:1: the certificate of CN=Acme root is not valid before 2027-01-01']],
  [
    'a private key',
    `${pem}\n${key}`,
    [
      `ca.pem:${pem.split('\n').length + 1}: this is a private key, which nobody else may have. Remove it, and consider it exposed`,
    ],
  ],
  [
    'something else',
    pem.replaceAll('CERTIFICATE', 'CERTIFICATE REQUEST'),
    ['ca.pem:1: this is a CERTIFICATE REQUEST. Only certificates belong here'],
  ],
])('%s is refused, with its line', (_, text, problems) => {
  expect(problemsOf(text)).toEqual(problems);
});

test('a file that isn’t there is no certificate, and one with a mistake is named', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'skydesk-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'own.pem');
  expect(await readCertificates(file)).toBe('');
  await writeFile(file, 'nothing');
  await expect(readCertificates(file)).rejects.toThrow(/^own\.pem:1: /);
});
