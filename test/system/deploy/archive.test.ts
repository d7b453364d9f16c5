import path from 'node:path';
import { type AttributeValue, DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createLambda, type Lambda, localClientConfig } from '../../../local/aws/index.ts';
import { type Bucket, startBucket } from '../../support/bucket.ts';
import { skydeskOfFile } from '../../support/index.ts';
import { type Ended, runScript } from '../../support/run-script.ts';
import { metricValues } from '../drills/metric-values.ts';
import { functionsWithArchive, type Packaged, packaged, packagedWithArchive } from './packaged.ts';
import { inWords, roleOf } from './role.ts';

let made: Packaged;
beforeAll(async () => {
  made = await packagedWithArchive();
});

const propertiesOf = (name: string): Record<string, unknown> =>
  made.template.Resources[name]?.Properties ?? {};
const stream = { 'Fn::If': ['HasOtherTable', '', { 'Fn::GetAtt': ['Table', 'StreamArn'] }] };

describe('the archive', () => {
  test('is one function more and a stream of the table, and nothing at all while it is turned off', async () => {
    expect([...made.zips.keys()]).toEqual(functionsWithArchive);
    expect(propertiesOf('Table').StreamSpecification).toEqual({ StreamViewType: 'NEW_IMAGE' });
    const without = await packaged();
    expect(without.text).not.toMatch(/archive|StreamSpecification/i);
  });

  test('gives the function no right but to add objects to the bucket, besides those by which Lambda reads the stream', () => {
    const log = `"arn:\${AWS::Partition}:logs:\${AWS::Region}:\${AWS::AccountId}:log-group:/aws/lambda/skydesk-dev-archiver:*"`;
    const onStream = JSON.stringify(stream);
    expect(inWords(roleOf(made.template, 'ArchiverRole').allowed)).toEqual([
      `dynamodb:DescribeStream on ${onStream}`,
      `dynamodb:GetRecords on ${onStream}`,
      `dynamodb:GetShardIterator on ${onStream}`,
      'dynamodb:ListStreams on "*"',
      `logs:CreateLogStream on ${log}`,
      `logs:PutLogEvents on ${log}`,
      's3:PutObject on "arn:aws:s3:::skydesk-prod-audit-log/*"',
      'sqs:SendMessage on ArchiveMisses',
    ]);
  });

  test('begins with the oldest record of the stream, and gives none up before it is nearly gone', () => {
    const { EventSourceArn, StartingPosition, MaximumRecordAgeInSeconds, ...others } =
      propertiesOf('ArchiverEntries');
    expect({ EventSourceArn, StartingPosition }).toEqual({
      EventSourceArn: stream,
      StartingPosition: 'TRIM_HORIZON',
    });
    expect(MaximumRecordAgeInSeconds).toBe(23 * 3600);
    expect(others).not.toHaveProperty('MaximumRetryAttempts');
    expect(others.DestinationConfig).toEqual({
      OnFailure: { Destination: { 'Fn::GetAtt': ['ArchiveMisses', 'Arn'] } },
    });
  });

  test('reads the stream of a restored table, if the parameters name both', async () => {
    const arn = 'arn:aws:dynamodb:us-east-1:123456789012:table/restored/stream/2026-11-21T09:00:00.000';
    const { template } = await packagedWithArchive([
      '--param=table=restored',
      `--param=archiveStream=${arn}`,
    ]);
    const source = { 'Fn::If': ['HasOtherTable', arn, { 'Fn::GetAtt': ['Table', 'StreamArn'] }] };
    expect(template.Resources.ArchiverEntries?.Properties.EventSourceArn).toEqual(source);
    expect(inWords(roleOf(template, 'ArchiverRole').allowed)).toContain(
      `dynamodb:GetRecords on ${JSON.stringify(source)}`,
    );
  });
});

describe('each entry of the audit log', async () => {
  const skydesk = await skydeskOfFile();
  const { aws } = skydesk;
  const table = new DynamoDBClient(
    localClientConfig(aws.environment.AWS_ENDPOINT_URL_DYNAMODB ?? '', aws.region),
  );
  let bucket: Bucket;
  let archiver: Lambda;
  beforeEach(async () => {
    bucket = await startBucket('skydesk-prod-audit-log');
    archiver = createLambda({
      name: 'archiver',
      bundle: path.join(import.meta.dirname, '../../../dist/archiver.js'),
      environment: { ...aws.environment, AWS_ENDPOINT_URL_S3: bucket.url, ARCHIVE_BUCKET: bucket.arn },
    });
    return async () => {
      await archiver.close();
      await bucket.close();
    };
  });
  afterAll(() => table.destroy());
  beforeAll(async () => {
    await skydesk.type('ana', 'alert create "Disk 95" disk=95 to=ops@example.com');
    await skydesk.press('ana', 'decide:confirm');
    expect((await entries()).length).toBeGreaterThan(2);
  });

  type Image = Record<string, AttributeValue>;
  async function items(): Promise<Image[]> {
    const pages = await Array.fromAsync(paginateScan({ client: table }, { TableName: aws.tableName }));
    return pages.flatMap(({ Items = [] }) => Items);
  }
  const entries = async (): Promise<readonly Image[]> =>
    (await items()).filter(({ pk, sk }) => isEntry(pk?.S, sk?.S));
  const isEntry = (pk = '', sk = ''): boolean => pk.startsWith('ledger#') && sk !== 'head';

  /** What the stream says of writes of these items. */
  const recordsOf = (eventName: string, images: readonly Image[]) =>
    images.map((image) => {
      const { pk, sk } = image;
      return {
        eventName,
        dynamodb: { Keys: { pk, sk }, ...(eventName !== 'REMOVE' && { NewImage: image }) },
      };
    });
  /** Passes records to the function as its mapping does: those alone that its filter lets through. */
  async function archive(eventName: string, images: readonly Image[]): Promise<void> {
    const { Filters } = Object(propertiesOf('ArchiverEntries').FilterCriteria);
    const pattern = JSON.parse(Filters[0].Pattern);
    const Records = recordsOf(eventName, images).filter((one) => passes(pattern, one));
    await archiver.invoke({ Records });
  }

  const verify = (...flags: string[]): Promise<Ended> =>
    runScript('scripts/verify-archive.ts', flags, {
      ...aws.environment,
      AWS_ENDPOINT_URL_S3: bucket.url,
      ARCHIVE_BUCKET: bucket.arn,
    });

  test('becomes one object, however often it comes, and nothing else does; the bucket is verified as the table is', async () => {
    const all = await items();
    const logged = await entries();
    expect(all.length).toBeGreaterThan(logged.length);
    await archive('INSERT', all);
    await archive('INSERT', all);
    expect([...bucket.versions.values()].map((versions) => versions.length)).toEqual(logged.map(() => 1));
    const [key = ''] = bucket.versions.keys();
    expect(key).toMatch(/^ACME\/0{11}1-[0-9a-f]{64}\.json$/);
    expect(bucket.calls.every((call) => call.startsWith('PUT ACME/'))).toBe(true);
    const { code, out } = await verify();
    expect(out).toMatch(
      new RegExp(
        `^ACME: ${logged.length} verified in the bucket, the last one with the hash [0-9a-f]{64}\n$`,
      ),
    );
    expect(code).toBe(0);
  });

  test('is only in the table while no bucket is named', async () => {
    const { code, err } = await runScript('scripts/verify-archive.ts', [], aws.environment);
    expect(code).toBe(1);
    expect(err).toContain('The audit log is not copied to a bucket.');
    expect(bucket.calls).toEqual([]);
  });

  test('that the bucket lacks is named, and copied from the table later, without replacing another', async () => {
    const logged = await entries();
    const second = logged.slice(1, 2);
    await archive('INSERT', [...logged.slice(0, 1), ...logged.slice(2)]);
    const before = await verify();
    expect(before.code).toBe(1);
    expect(before.out).toContain('\nACME: entry 2 is missing\n');
    expect(before.out).toMatch(/\nACME: only in the table: ACME\/0{11}2-/);
    const after = await verify('--backfill');
    expect({ code: after.code, out: after.out }).toEqual({
      code: 0,
      out: expect.stringMatching(/^Copied to the bucket: 1\nACME: \d+ verified in the bucket/),
    });
    // The same object as that of the stream.
    await archive('INSERT', second);
    expect([...bucket.versions.values()].every((versions) => versions.length === 1)).toBe(true);
  });

  test('of a table that was restored and went on is another object: the former log stays, and is named', async () => {
    const logged = await entries();
    await archive('INSERT', logged);
    const [former] = [...bucket.versions.keys()].sort().slice(-1);
    const last = logged.at(-1);
    // So many that by their names one of them very likely comes first.
    const others = Array.from({ length: 9 }, (_, at) => ({ ...last, person: { S: `U0ELSE${at}` } }));
    await archive('INSERT', others);
    expect(bucket.versions.size).toBe(logged.length + 9);
    const { code, out } = await verify();
    expect(code).toBe(1);
    expect(out.match(/only in the bucket: ACME/g)).toHaveLength(9);
    expect(out).toContain(`ACME: ${logged.length} verified in the bucket`);
    expect(bucket.versions.has(former ?? '')).toBe(true);
  });

  test('whose object somebody replaced in the bucket is named, although its key is the same', async () => {
    await archive('INSERT', await entries());
    const [key = ''] = [...bucket.versions.keys()].sort();
    const forged = bucket.versions.get(key)?.[0]?.replace('U0ANA', 'U0BEN') ?? '';
    await fetch(`${bucket.url}/skydesk-prod-audit-log/${key}`, {
      method: 'PUT',
      body: forged,
      headers: { 'x-amz-checksum-sha256': await sha256(forged) },
    });
    expect((await verify()).out).toContain('\nACME: entry 1 was changed\n');
  });

  test('EntriesOverwritten: what was changed or removed in the table stays in the bucket, and is named', async () => {
    const logged = await entries();
    await archive('INSERT', logged);
    expect(metricValues(archiver.logs, 'EntriesOverwritten')).toEqual([]);
    const [first] = logged;
    await archive('MODIFY', first ? [{ ...first, person: { S: 'U0ELSE' } }] : []);
    await archive('REMOVE', first ? [first] : []);
    expect(metricValues(archiver.logs, 'EntriesOverwritten')).toEqual([1, 1]);
    // Its head is moved by each entry.
    const heads = (await items()).filter(({ sk }) => sk?.S === 'head');
    expect(heads).toHaveLength(1);
    await archive('MODIFY', heads);
    await archiver.invoke({ Records: recordsOf('MODIFY', heads) });
    expect(metricValues(archiver.logs, 'EntriesOverwritten')).toEqual([1, 1]);
    expect(bucket.versions.size).toBe(logged.length + 1);
    expect([...bucket.versions.values()].every((versions) => versions.length === 1)).toBe(true);
  });

  test('ArchiveBehind: waits while the bucket refuses it, and is archived when Lambda repeats its record', async () => {
    const logged = await entries();
    bucket.refuse('AccessDenied');
    await expect(archive('INSERT', logged)).rejects.toThrow('AccessDenied');
    expect(bucket.versions.size).toBe(0);
    bucket.refuse(undefined);
    await archive('INSERT', logged);
    expect((await verify()).code).toBe(0);
  });

  test('ArchiveMissed: that was given up is copied from the table', async () => {
    bucket.refuse('AccessDenied');
    await expect(archive('INSERT', await entries())).rejects.toThrow();
    const refused = await verify('--backfill');
    expect(refused).toMatchObject({ code: 1, err: expect.stringContaining('Run this again') });
    bucket.refuse(undefined);
    expect((await verify('--backfill')).code).toBe(0);
  });
});

/** The filter of an event source mapping, as far as a pattern uses it: `prefix`. */
function passes(pattern: unknown, value: unknown): boolean {
  if (Array.isArray(pattern)) return pattern.some(({ prefix }) => String(value).startsWith(prefix));
  return Object.entries(Object(pattern)).every(([name, inner]) => passes(inner, Object(value)[name]));
}

const sha256 = async (text: string): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', Buffer.from(text))).toString('base64');
