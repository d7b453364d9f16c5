import { expect, test } from 'vitest';
import { withoutBuildTime } from '../../../../scripts/release/release.ts';

test('a published template has the folder of its version in place of its build time', () => {
  const built = (at: string) => `{"S3Key":"serverless/skydesk/prod/${at}/worker.zip","Stage":"prod"}`;
  const published = '{"S3Key":"skydesk/1.0.0/worker.zip","Stage":"prod"}';
  expect(withoutBuildTime(built('1795694422501-2026-11-26T12:00:22.501Z'), '1.0.0')).toBe(published);
});
