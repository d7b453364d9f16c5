import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { jsonSchema } from '../src/policy/schema.ts';
import { runCommand } from './command-line.ts';

const file = path.join(import.meta.dirname, '../policy.schema.json');

/** The text of policy.schema.json, made from the rules by which policy.json is read. */
export const policySchema = (): string => `${JSON.stringify(jsonSchema(), null, 2)}\n`;

if (import.meta.main) {
  const help = 'Writes policy.schema.json. Takes no flags.\n';
  await runCommand({ name: 'fix', help, options: {}, allowPositionals: false }, () =>
    writeFile(file, policySchema()),
  );
}
