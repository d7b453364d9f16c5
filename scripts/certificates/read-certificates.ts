import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Instant } from '../../src/core/clock.ts';
import { FileProblems } from '../bundles/file-problems.ts';

/**
 * Reads the certificates that a deployment trusts in addition to Node's, in PEM; empty without the file.
 * @throws FileProblems if the file can't be used
 */
export async function readCertificates(
  file = path.join(import.meta.dirname, '../../ca.pem'),
): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? '' : certificatesIn(text, path.basename(file), Date.now());
}

/** A block of PEM, with its label. */
const block = /-----BEGIN ([A-Z0-9 ]+)-----[\s\S]*?-----END \1-----/g;

/**
 * Returns the certificates in a file, in PEM, without the text between them.
 * @param name the name of the file, for messages
 * @throws FileProblems if it has no certificate, one that can't be read or isn't valid now, or anything else, such as a private key
 */
export function certificatesIn(text: string, name: string, now: Instant): string {
  const blocks = [...text.matchAll(block)];
  if (blocks.length === 0)
    throw new FileProblems([
      `${name}:1: there is no certificate in PEM. One begins with -----BEGIN CERTIFICATE-----`,
    ]);
  const problems = blocks.flatMap(([pem, label = ''], at) => {
    const line = text.slice(0, blocks[at]?.index).split('\n').length;
    const problem = label === 'CERTIFICATE' ? problemOf(pem, now) : strangerIn(label);
    return problem === undefined ? [] : [`${name}:${line}: ${problem}`];
  });
  if (problems.length > 0) throw new FileProblems(problems);
  return blocks.map(([pem]) => `${pem}\n`).join('');
}

const strangerIn = (label: string): string =>
  label.endsWith('PRIVATE KEY')
    ? 'this is a private key, which nobody else may have. Remove it, and consider it exposed'
    : `this is a ${label}. Only certificates belong here`;

/** Says why a certificate can't be trusted; undefined if it can. */
function problemOf(pem: string, now: Instant): string | undefined {
  const certificate = parsed(pem);
  if (!certificate) return 'this certificate can’t be read';
  const { subject, validFrom, validTo } = certificate;
  const whose = subject.replaceAll('\n', ', ');
  if (Date.parse(validTo) < now) return `the certificate of ${whose} expired on ${day(validTo)}`;
  return Date.parse(validFrom) > now
    ? `the certificate of ${whose} is not valid before ${day(validFrom)}`
    : undefined;
}

const day = (time: string): string => new Date(time).toISOString().slice(0, 10);

function parsed(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}
