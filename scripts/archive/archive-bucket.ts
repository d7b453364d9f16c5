import {
  GetObjectCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3';
import type { ArchivedObject } from '../../src/audit-log/archived-object.ts';

/** The objects of a bucket, as somebody may use them who reads the archive and adds what it lacks. */
export interface ArchiveBucket {
  keys(): Promise<readonly string[]>;
  read(key: string): Promise<string>;
  /** Stores an object, unless there is one under its key. */
  put(object: ArchivedObject): Promise<void>;
}

/** Reads and writes a bucket of S3. Its calls reject with errors of the SDK. */
export const bucketIn = (client: S3Client, Bucket: string): ArchiveBucket => ({
  async keys() {
    const pages = await Array.fromAsync(paginateListObjectsV2({ client }, { Bucket }));
    return pages.flatMap(({ Contents = [] }) => Contents.flatMap(({ Key }) => Key ?? []));
  },
  async read(Key) {
    const { Body } = await client.send(new GetObjectCommand({ Bucket, Key }));
    return (await Body?.transformToString()) ?? '';
  },
  async put({ key, body }) {
    const put = new PutObjectCommand({
      Bucket,
      Key: key,
      Body: body,
      ContentType: 'application/json',
      IfNoneMatch: '*',
      ChecksumAlgorithm: 'SHA256',
    });
    await client.send(put).catch((error: unknown) => {
      const isThere = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412;
      if (!isThere) throw error;
    });
  },
});
