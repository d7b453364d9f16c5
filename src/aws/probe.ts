import * as z from 'zod';
import { type Hindrance, Obstacle, type QueueState, type TableState } from '../flow/doctor/instruments.ts';
import { wordOf } from '../flow/doctor/known.ts';
import { noText, readSecret, toQueue } from './lean.ts';
import { AwsError, type Patience, signedCall } from './signed-call.ts';
import { toTable } from './table.ts';

/** AWS as the doctor asks it: why something cannot be looked at is what it wants to know. */
export interface AwsProbe {
  secret(id: string): Promise<string>;
  queue(url: string): Promise<QueueState>;
  table(name: string): Promise<TableState>;
}

const patience: Patience = { wait: 3000, attempts: 2, pause: 100 };

export function awsProbe(): AwsProbe {
  return {
    secret: (id) => asking(() => readSecret(id, patience)),

    queue: (url) =>
      asking(async () => {
        const { RedrivePolicy } = await attributes(url, 'RedrivePolicy');
        const target = RedrivePolicy && arnIn(RedrivePolicy);
        if (!target) return { dead: undefined };
        const asked = { ...toQueue(url, 'GetQueueUrl'), input: { QueueName: target.split(':').at(-1) } };
        const { QueueUrl } = address.parse(await signedCall(asked, patience));
        const { ApproximateNumberOfMessages } = await attributes(
          beside(url, QueueUrl),
          'ApproximateNumberOfMessages',
        );
        return { dead: Number(ApproximateNumberOfMessages ?? 0) };
      }),

    table: (name) =>
      asking(async () => {
        const [described, lifetime] = await Promise.all([
          signedCall(toTable('DescribeTable', { TableName: name }), patience),
          signedCall(toTable('DescribeTimeToLive', { TableName: name }), patience),
        ]);
        const { AttributeDefinitions, KeySchema } = table.parse(described).Table;
        const { TimeToLiveStatus: status, AttributeName } = expiry.parse(lifetime).TimeToLiveDescription;
        const types = new Map(AttributeDefinitions.map((one) => [one.AttributeName, one.AttributeType]));
        const keys = KeySchema.map((key) =>
          [key.AttributeName, types.get(key.AttributeName), key.KeyType].join(' '),
        );
        const on = status === 'ENABLED' || status === 'ENABLING';
        return { keys: keys.join(', '), expiresBy: on ? AttributeName : undefined };
      }),
  };
}

const address = z.object({ QueueUrl: z.string() });
const table = z.object({
  Table: z.object({
    AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.string() })),
    KeySchema: z.array(z.object({ AttributeName: z.string(), KeyType: z.string() })),
  }),
});
const expiry = z.object({
  TimeToLiveDescription: z.object({
    TimeToLiveStatus: z.string().optional(),
    AttributeName: z.string().optional(),
  }),
});
const queueAttributes = z.object({ Attributes: z.record(z.string(), z.string()).default({}) });

async function attributes(url: string, name: 'RedrivePolicy' | 'ApproximateNumberOfMessages') {
  const asked = toQueue(url, 'GetQueueAttributes', { AttributeNames: [name] });
  return queueAttributes.parse(await signedCall(asked, patience)).Attributes;
}

function arnIn(redrivePolicy: string): string | undefined {
  const { deadLetterTargetArn: arn }: { deadLetterTargetArn?: unknown } = JSON.parse(redrivePolicy);
  return typeof arn === 'string' ? arn : undefined;
}

/** Both queues are at the same endpoint, whatever host the second one names. */
const beside = (url: string, other: string): string =>
  new URL(new URL(other, url).pathname, new URL(url).origin).href;

const kinds: readonly (readonly [RegExp, Hindrance])[] = [
  [/^(ResourceNotFoundException|QueueDoesNotExist|AWS\.SimpleQueueService\.NonExistentQueue)$/, 'missing'],
  [/^(AccessDenied|AccessDeniedException|KMSAccessDenied.*)$/, 'denied'],
  [
    /^(ExpiredToken.*|InvalidClientTokenId|InvalidSignatureException|UnrecognizedClientException)$/,
    'no credentials',
  ],
  [/Throttl/, 'throttled'],
  [/^(unreachable|unreadable answer|5\d\d|Internal.*|ServiceUnavailable.*)$/, 'unreachable'],
];

/** Turns any error of AWS into an `Obstacle`, which keeps nothing of it but its kind, or AWS's own name for it. */
async function asking<Result>(ask: () => Promise<Result>): Promise<Result> {
  if (!process.env.AWS_ACCESS_KEY_ID) throw new Obstacle('no credentials');
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AwsError && error.type === noText) {
      throw new Obstacle('malformed', 'The secret holds no text.');
    }
    if (!(error instanceof AwsError)) throw error;
    const kind = kinds.find(([names]) => names.test(error.type))?.[1] ?? 'refused';
    throw new Obstacle(kind, kind === 'refused' ? `AWS refuses: ${wordOf(error.type)}.` : kind);
  }
}
