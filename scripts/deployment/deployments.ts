import { type CloudFormationClient, GetTemplateCommand } from '@aws-sdk/client-cloudformation';
import { GetObjectCommand, paginateListObjectsV2, type S3Client } from '@aws-sdk/client-s3';
import { z } from 'zod';

/** What a template says of its deployment. Earlier ones don't name the version of their records. */
const template = z.object({
  Resources: z.object({
    ReceiverLambdaFunction: z.object({ Properties: z.object({ Code: z.object({ S3Key: z.string() }) }) }),
  }),
  Outputs: z.object({
    Version: z.object({ Value: z.string() }),
    TableVersion: z.object({ Value: z.coerce.number() }).optional(),
    TableName: z.object({ Value: z.unknown() }),
  }),
});

/** A deployment by osls, which keeps the files of the last five in a bucket of the stack. */
export interface Deployment {
  /** Time of its packaging, which names its folder: "2026-11-21T09:00:00.000Z". */
  readonly at: string;
  /** The key of its folder, without a slash at the end. */
  readonly folder: string;
  /** "1.0.0+56bed262" */
  readonly version: string;
  /** Version of the records that its functions read and write; 0 if its template doesn't say. */
  readonly tableVersion: number;
  /** The table that it uses, as an expression of CloudFormation. */
  readonly table: unknown;
}

/** The name of a template in the folder of its deployment. */
export const templateName = 'compiled-cloudformation-template.json';

/** Reads a template, as JSON, to the deployment that it belongs to. Throws a ZodError if it isn't one of Skydesk that osls wrote. */
export function deploymentOf(text: string): Deployment {
  const { Resources, Outputs } = template.parse(JSON.parse(text));
  const folder = folderOf(Resources.ReceiverLambdaFunction.Properties.Code.S3Key);
  return {
    at: timeOf(folder),
    folder,
    version: Outputs.Version.Value,
    tableVersion: Outputs.TableVersion?.Value ?? 0,
    table: Outputs.TableName.Value,
  };
}

/** Reads which deployment a stack has now. Rejects with the error of AWS. */
export async function deployedNow(client: CloudFormationClient, StackName: string): Promise<Deployment> {
  const { TemplateBody = '' } = await client.send(new GetTemplateCommand({ StackName }));
  return deploymentOf(TemplateBody);
}

/** Reads the deployment with that folder. Rejects with the error of AWS. */
export async function deploymentIn(client: S3Client, Bucket: string, folder: string): Promise<Deployment> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: `${folder}/${templateName}` }));
  return deploymentOf((await Body?.transformToString()) ?? '');
}

/** Lists the folders of the deployments next to one, itself included, the earliest first. Rejects with the error of AWS. */
export async function foldersNextTo(client: S3Client, Bucket: string, folder: string): Promise<string[]> {
  const query = { Bucket, Prefix: `${folderOf(folder)}/` };
  const pages = await Array.fromAsync(paginateListObjectsV2({ client }, query));
  const keys = pages.flatMap(({ Contents = [] }) => Contents.map(({ Key = '' }) => Key));
  // S3 sorts by name, and the names begin with the time.
  return keys.filter((key) => key.endsWith(`/${templateName}`)).map(folderOf);
}

const folderOf = (key: string): string => key.slice(0, key.lastIndexOf('/'));

/** Returns the time in the name of a folder: "serverless/skydesk/prod/1795251600000-2026-11-21T09:00:00.000Z". */
export const timeOf = (folder: string): string => /\d+-([^/]+)$/.exec(folder)?.[1] ?? folder;
