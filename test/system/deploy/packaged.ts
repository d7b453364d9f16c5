import { hash } from 'node:crypto';
import { access, cp, mkdir, readFile, rename } from 'node:fs/promises';
import path from 'node:path';
import { vi } from 'vitest';
import { z } from 'zod';
import { pack, templateFile } from '../../../scripts/deployment/pack.ts';
import { unzip } from '../../support/zip.ts';

const values = z.record(z.string(), z.unknown());
const resource = z.object({
  Condition: z.string().optional(),
  Type: z.string(),
  Properties: values.default({}),
  DeletionPolicy: z.string().optional(),
  UpdateReplacePolicy: z.string().optional(),
  Metadata: values.optional(),
});
export type Resource = z.infer<typeof resource>;

const template = z.object({ Conditions: values, Resources: z.record(z.string(), resource), Outputs: values });
export type Template = z.infer<typeof template>;

/** What osls notes for its deployment, of which the template has nothing. */
const state = z.object({ service: z.object({ provider: values }) });

/** The functions of a deployment, those of one with agents, of one with the gateway, and of one with the archive. */
export const functions = ['receiver', 'worker', 'sweeper'] as const;
export const functionsWithAgents = [...functions, 'mcp'] as const;
export const functionsWithGateway = [...functions, 'gateway'] as const;
export const functionsWithArchive = [...functions, 'archiver'] as const;
export type FunctionName = (
  | typeof functionsWithAgents
  | typeof functionsWithGateway
  | typeof functionsWithArchive
)[number];

/** The result of a deployment: the template and, by function, the files in its zip. */
export interface Packaged {
  readonly template: Template;
  /** The template as osls writes it. */
  readonly text: string;
  /** What osls deploys it by. */
  readonly provider: Resource['Properties'];
  readonly zips: ReadonlyMap<FunctionName, ReadonlyMap<string, Buffer>>;
}

const root = path.join(import.meta.dirname, '../../..');
const configuration = ['policy.json', 'runbooks.json', 'ca.pem'].map((file) => `dist/${file}`);
const sources = ['serverless.yml', 'package.json', 'deploy', 'dist/package.json', ...configuration];
/** A folder of this run: test/build.ts. */
const packages = process.env.PACKAGES ?? '';

/** Packages a deployment with agents. */
export const packagedWithAgents = (options: readonly string[] = []): Promise<Packaged> =>
  packaged([...options, '--param=mcp=true'], functionsWithAgents);

/** Packages a deployment with the gateway to DigitalOcean. */
export const packagedWithGateway = (): Promise<Packaged> =>
  packaged(['--param=gateway=digitalocean'], functionsWithGateway);

/** Packages a deployment that copies the audit log to a bucket. */
export const packagedWithArchive = (options: readonly string[] = []): Promise<Packaged> =>
  packaged([...options, '--param=archiveBucket=arn:aws:s3:::skydesk-prod-audit-log'], functionsWithArchive);

/** Packages a deployment. Of all files of a run that ask for the same, in whichever process, the first one does it. */
export async function packaged(
  options: readonly string[] = [],
  names: readonly FunctionName[] = functions,
): Promise<Packaged> {
  const place = path.join(packages, hash('sha256', [...options, ...names].join('\n')));
  const to = path.join(place, 'to');
  const isFirst = await mkdir(place).then(
    () => true,
    () => false,
  );
  if (isFirst) await packageInto(to, options, path.join(place, 'from'), names);
  else await vi.waitFor(() => access(to), { timeout: 120_000, interval: 100 });
  const read = (file: string) => readFile(path.join(to, file));
  const zips = names.map(async (name) => [name, unzip(await read(`${name}.zip`))] as const);
  const text = String(await read(templateFile));
  return {
    template: template.parse(JSON.parse(text)),
    text,
    provider: state.parse(JSON.parse(String(await read('serverless-state.json')))).service.provider,
    zips: new Map(await Promise.all(zips)),
  };
}

/** Packages the built bundles from a copy of their own, for other processes package others at the same time. */
async function packageInto(
  to: string,
  options: readonly string[],
  from: string,
  names: readonly FunctionName[],
): Promise<void> {
  for (const source of [...sources, ...names.map((name) => `dist/${name}.js`)])
    await cp(path.join(root, source), path.join(from, source), { recursive: true });
  await pack(`${to}-be`, options, from);
  // Others wait for this name, under which it is whole.
  await rename(`${to}-be`, to);
}

/** The resources of one type, by their names in the template. */
export const ofType = ({ Resources }: Template, type: string): Readonly<Record<string, Resource>> =>
  Object.fromEntries(Object.entries(Resources).filter(([, { Type }]) => Type === type));
