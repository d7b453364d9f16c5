import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { pack } from '../../../scripts/package.ts';
import { unzip } from './zip.ts';

const values = z.record(z.string(), z.unknown());
const resource = z.object({
  Condition: z.string().optional(),
  Type: z.string(),
  Properties: values.default({}),
  DeletionPolicy: z.string().optional(),
  UpdateReplacePolicy: z.string().optional(),
});
export type Resource = z.infer<typeof resource>;

const template = z.object({ Resources: z.record(z.string(), resource), Outputs: values });
export type Template = z.infer<typeof template>;

/** The functions of a deployment, and those of one with agents. */
export const functions = ['receiver', 'worker', 'sweeper'] as const;
export const functionsWithAgents = [...functions, 'mcp'] as const;
export type FunctionName = (typeof functionsWithAgents)[number];

/** What would be deployed: the template and, by function, the files in its zip. */
export interface Packaged {
  readonly template: Template;
  readonly zips: ReadonlyMap<FunctionName, ReadonlyMap<string, Buffer>>;
}

const root = path.join(import.meta.dirname, '../../..');
const sources = ['serverless.yml', 'package.json', 'deploy'];

/** Packages a deployment with agents. */
export const packagedWithAgents = (options: readonly string[] = []): Promise<Packaged> =>
  packaged([...options, '--param=mcp=true'], functionsWithAgents);

/** What was packaged in this process, which files of tests share. */
const made = new Map<string, Promise<Packaged>>();

/** Packages a deployment, once with the same options. */
export function packaged(
  options: readonly string[] = [],
  names: readonly FunctionName[] = functions,
): Promise<Packaged> {
  const key = [...options, ...names].join();
  const making = made.get(key) ?? packageCopy(options, names);
  made.set(key, making);
  return making;
}

/** Packages the built bundles from a copy of their own, for other processes do so at the same time. */
async function packageCopy(options: readonly string[], names: readonly FunctionName[]): Promise<Packaged> {
  const place = await mkdtemp(path.join(tmpdir(), 'skydesk-package-'));
  const from = path.join(place, 'from');
  const to = path.join(place, 'to');
  const read = (file: string) => readFile(path.join(to, file));
  try {
    for (const source of [...sources, ...names.map((name) => `dist/${name}.js`)])
      await cp(path.join(root, source), path.join(from, source), { recursive: true });
    await pack(to, options, from);
    const zips = names.map(async (name) => [name, unzip(await read(`${name}.zip`))] as const);
    return {
      template: template.parse(JSON.parse(String(await read('cloudformation-template-update-stack.json')))),
      zips: new Map(await Promise.all(zips)),
    };
  } finally {
    await rm(place, { recursive: true });
  }
}

/** The resources of one type, by their names in the template. */
export const ofType = ({ Resources }: Template, type: string): Readonly<Record<string, Resource>> =>
  Object.fromEntries(Object.entries(Resources).filter(([, { Type }]) => Type === type));
