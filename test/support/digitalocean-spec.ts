import { readFile } from 'node:fs/promises';
import path from 'node:path';
import $RefParser from '@apidevtools/json-schema-ref-parser';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import * as z from 'zod';
import type { RecordedCall } from '../../local/digitalocean/index.ts';

/*
 * Checks calls against DigitalOcean's own specification of its API (OpenAPI 3.0), which is not part of the repository:
 * `npm run chaos -- --digitalocean-spec FILE`.
 */

const reference = z.object({ $ref: z.string() });
const main = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });
const content = z.object({
  content: z.object({ 'application/json': z.object({ schema: z.unknown() }).optional() }),
});
const operation = z.object({
  requestBody: content.optional(),
  responses: z.record(z.string(), z.unknown()),
});
type Operation = z.infer<typeof operation>;

/** Reads the specification in a folder. Returns what checks a call: it resolves to what is wrong with it, or to nothing. */
export async function specificationIn(folder: string): Promise<(call: RecordedCall) => Promise<string[]>> {
  const file = path.join(folder, 'DigitalOcean-public.v2.yaml');
  const { paths } = main.parse(parse(await readFile(file, 'utf8')));
  const patterns = Object.entries(paths).map(([pathname, operations]) => ({
    operations,
    pattern: new RegExp(`^${pathname.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  }));
  const known = new Map<string, Promise<Operation>>();
  const ajv = addFormats.default(
    new Ajv({ strict: false, allErrors: true, logger: false, unicodeRegExp: false }),
  );
  const validators = new Map<unknown, ValidateFunction>();

  async function operationOf({ method, path: called }: RecordedCall): Promise<Operation | undefined> {
    const found = patterns.find(
      ({ pattern, operations }) => pattern.test(called) && method.toLowerCase() in operations,
    );
    const { data } = reference.safeParse(found?.operations[method.toLowerCase()]);
    if (!data) return undefined;
    const read = known.get(data.$ref) ?? dereferenced(path.join(folder, data.$ref));
    known.set(data.$ref, read);
    return read;
  }

  function mistakes(what: string, schema: unknown, value: unknown): string[] {
    if (typeof schema !== 'object' || schema === null) return [];
    const validate = validators.get(schema) ?? ajv.compile(schema);
    validators.set(schema, validate);
    if (validate(value)) return [];
    return (validate.errors ?? []).map(({ instancePath, message }) => `${what}${instancePath} ${message}`);
  }

  return async (call) => {
    const what = `${call.method} ${call.path}`;
    const found = await operationOf(call);
    if (!found) return [`${what} is not in the specification`];
    const response = content.safeParse(found.responses[String(call.status)] ?? found.responses.default).data;
    const wanted = found.requestBody?.content['application/json']?.schema;
    return [
      ...(call.body === undefined ? [] : mistakes(`${what}: body`, wanted, call.body)),
      ...(call.answer === undefined
        ? []
        : mistakes(`${what}: ${call.status}`, response?.content['application/json']?.schema, call.answer)),
    ];
  };
}

const dereferenced = async (file: string): Promise<Operation> =>
  operation.parse(await $RefParser.dereference(file, { dereference: { circular: 'ignore' } }));
