import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { runCommand } from './command-line.ts';
import { jsonSchema } from './policy/schema.ts';

const file = path.join(import.meta.dirname, '../policy.schema.json');

/** The text of policy.schema.json, made from the rules by which policy.json is read. */
export const policySchema = (): string => `${JSON.stringify(jsonSchema(), null, 2)}\n`;

if (import.meta.main) {
  const summary = 'Writes policy.schema.json.';
  await runCommand({ name: 'fix', summary, options: {} }, () => writeFile(file, policySchema()));
}
