import { expect, test } from 'vitest';
import { againAfter } from '../../../../src/aws/lambda/aws-codes.ts';

test.each([
  ['AccessDeniedException', 'when cured'],
  ['NotAuthorized', 'when cured'],
  ['OptInRequired', 'when cured'],
  ['SignatureDoesNotMatch', 'when cured'],
  ['DecryptionFailure', 'when cured'],
  ['KMSDisabledException', 'when cured'],
  ['KmsDisabled', 'when cured'],
  ['403', 'when cured'],
  ['KmsThrottled', 'soon'],
  ['KMSThrottlingException', 'soon'],
  ['KMSInternalException', 'soon'],
  ['TransactionConflictException', 'soon'],
  ['503', 'soon'],
  ['429', 'soon'],
  ['UnknownOperationException', 'never'],
  ['RequestEntityTooLargeException', 'never'],
  ['MalformedHttpRequestException', 'never'],
  ['BatchRequestTooLong', 'never'],
  ['400', 'never'],
  ['413', 'never'],
  ['SomethingNew', undefined],
])('after AWS’s error %s, the call can succeed: %s', (code, again) => {
  expect(againAfter(code)).toBe(again);
});
