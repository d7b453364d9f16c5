import { text } from 'node:stream/consumers';
import { listenOnLoopback } from '../../local/loopback/listen.ts';

/** What one deployment by osls left in the bucket of its stack. */
export interface Packed {
  /** Time of its packaging, in ISO 8601. */
  readonly at: string;
  readonly version: string;
  /** Version of its records; undefined for a template that doesn't name it. */
  readonly records?: number;
  /** Name of the table that its parameters name; undefined for the stack's own. */
  readonly table?: string;
}

/** CloudFormation and S3 on loopback, with one stack and its bucket. */
export interface DeployedStack {
  readonly url: string;
  /** Puts deployments into the bucket, in place of those that are there, and deploys the one of that time. */
  deploy(packed: readonly Packed[], at: string): void;
  /** Time of the deployment that the stack has. */
  deployed(): string;
  /** The parameters of each update of the stack. */
  readonly updates: readonly Readonly<Record<string, string>>[];
  /** What the next update does: it is refused, or it fails and CloudFormation restores the stack. */
  next(does: 'refused' | 'fails'): void;
  close(): Promise<void>;
}

const bucket = 'bucket-of-the-stack';
const prefix = 'serverless/skydesk/prod';
const folder = (at: string): string => `${prefix}/${Date.parse(at)}-${at}`;
const templateKey = (at: string): string => `${folder(at)}/compiled-cloudformation-template.json`;

/** Starts it. Without a bucket, the stack was deployed from the files of a release. */
export async function startDeployedStack(
  name: string,
  { hasBucket = true }: { readonly hasBucket?: boolean } = {},
): Promise<DeployedStack> {
  let templates = new Map<string, string>();
  let deployed = '';
  let does: 'refused' | 'fails' | undefined;
  let status = 'UPDATE_COMPLETE';
  const updates: Readonly<Record<string, string>>[] = [];

  const actions: Readonly<Record<string, (form: Readonly<Record<string, string>>) => string>> = {
    DescribeStacks: () =>
      result(
        'DescribeStacks',
        `<Stacks><member><StackName>${name}</StackName><StackStatus>${status}</StackStatus><Outputs>${
          hasBucket
            ? `<member><OutputKey>ServerlessDeploymentBucketName</OutputKey><OutputValue>${bucket}</OutputValue></member>`
            : ''
        }</Outputs></member></Stacks>`,
      ),
    GetTemplate: () =>
      result('GetTemplate', `<TemplateBody>${escaped(templates.get(deployed) ?? '')}</TemplateBody>`),
    UpdateStack(form) {
      updates.push(form);
      const doing = does;
      does = undefined;
      if (doing === 'refused')
        throw new Error('Stack is in UPDATE_IN_PROGRESS state and can not be updated.');
      status = doing === 'fails' ? 'UPDATE_ROLLBACK_COMPLETE' : 'UPDATE_COMPLETE';
      if (doing === undefined) deployed = new URL(form.TemplateURL ?? '').pathname.slice(1);
      return result('UpdateStack', `<StackId>${name}</StackId>`);
    },
  };

  const { url, close } = await listenOnLoopback(async (request, response) => {
    const send = (code: number, body: string) =>
      response.writeHead(code, { 'content-type': 'text/xml' }).end(body);
    if (request.method === 'GET') {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://s3');
      const key = decodeURIComponent(pathname).slice(`/${bucket}/`.length);
      if (searchParams.has('list-type')) {
        const found = [...templates.keys()].filter((one) => one.startsWith(searchParams.get('prefix') ?? ''));
        return send(200, listed(found));
      }
      return templates.has(key) ? send(200, templates.get(key) ?? '') : send(404, failed('NoSuchKey', key));
    }
    const form = Object.fromEntries(new URLSearchParams(await text(request)));
    try {
      return send(200, actions[form.Action ?? '']?.(form) ?? '');
    } catch (error) {
      return send(400, failed('ValidationError', error instanceof Error ? error.message : ''));
    }
  });
  return {
    url,
    close,
    updates,
    deploy(packed, at) {
      templates = new Map(packed.map((one) => [templateKey(one.at), templateOf(one)]));
      deployed = templateKey(at);
      status = 'UPDATE_COMPLETE';
      updates.length = 0;
    },
    deployed: () => /\d+-([^/]+)\/[^/]+$/.exec(deployed)?.[1] ?? deployed,
    next(what) {
      does = what;
    },
  };
}

const templateOf = ({ at, version, records, table = '' }: Packed): string =>
  JSON.stringify({
    Resources: {
      ReceiverLambdaFunction: { Properties: { Code: { S3Key: `${folder(at)}/receiver.zip` } } },
    },
    Outputs: {
      Version: { Value: version },
      ...(records !== undefined && { TableVersion: { Value: String(records) } }),
      TableName: { Value: { 'Fn::If': ['HasOtherTable', table, { Ref: 'Table' }] } },
    },
  });

const result = (action: string, content: string): string =>
  `<${action}Response><${action}Result>${content}</${action}Result></${action}Response>`;
/** In the order of their names, as S3 lists them, and with files that belong to no deployment. */
const listed = (keys: readonly string[]): string =>
  `<ListBucketResult>${[...keys.flatMap((key) => [key, key.replace(/[^/]+$/, 'receiver.zip')])]
    .sort()
    .map((key) => `<Contents><Key>${key}</Key></Contents>`)
    .join('')}</ListBucketResult>`;
const failed = (code: string, message: string): string =>
  `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
const escaped = (content: string): string => content.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
