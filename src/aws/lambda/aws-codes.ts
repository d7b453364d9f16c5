import type { Again } from '../../core/call-failed.ts';

/*
 * AWS's names of errors by what they are about, which says when a retry can succeed. The only list of them: those of DynamoDB, also
 * as reasons of a canceled transaction, of SQS, Secrets Manager and KMS, and the common ones of all services.
 */

/** `AwsError.type` if no response arrived, or none that could be parsed. */
export const unreachable = 'unreachable';

/** What an error is about. */
export type AboutAws =
  | 'missing'
  | 'denied'
  | 'no credentials'
  | 'wrong clock'
  | 'throttled'
  | 'unreachable'
  | 'conflict'
  | 'request';

const codes: readonly (readonly [RegExp, AboutAws])[] = [
  [
    /^(ResourceNotFound(Exception)?|NotFoundException|QueueDoesNotExist|AWS\.SimpleQueueService\.NonExistentQueue)$/,
    'missing',
  ],
  [/^(AccessDenied(Exception)?|AuthorizationErrorException|KMS\w+|Kms\w+)$/, 'denied'],
  [
    /^(ExpiredToken\w*|InvalidClientTokenId|InvalidSignatureException|UnrecognizedClientException|MissingAuthenticationToken\w*|IncompleteSignature\w*)$/,
    'no credentials',
  ],
  [/^Request(Expired|InTheFuture|TimeTooSkewed)$/, 'wrong clock'],
  [/throttl|^(ProvisionedThroughputExceeded|RequestLimitExceeded|LimitExceeded)(Exception)?$/i, 'throttled'],
  [
    new RegExp(`^(${unreachable}|5\\d\\d|Internal\\w*|ServiceUnavailable\\w*|RequestTimeout\\w*)$`),
    'unreachable',
  ],
  [/^Transaction(Conflict|InProgress)(Exception)?$/, 'conflict'],
  [
    /^(Validation(Error|Exception)|ItemCollectionSizeLimitExceeded(Exception)?|IdempotentParameterMismatch(Exception)?|DuplicateItem(Exception)?|InvalidParameter\w*|InvalidRequest\w*|InvalidMessageContents|SerializationException)$/,
    'request',
  ],
];

/** Returns what an error is about; undefined for an unknown one. */
export const aboutOf = (type: string): AboutAws | undefined => codes.find(([names]) => names.test(type))?.[1];

const again: Readonly<Record<AboutAws, Again>> = {
  missing: 'when cured',
  denied: 'when cured',
  'no credentials': 'when cured',
  'wrong clock': 'when cured',
  throttled: 'soon',
  unreachable: 'soon',
  conflict: 'soon',
  request: 'never',
};

/** Returns when a call that failed with this error can succeed; undefined for an unknown one. */
export function againAfter(type: string): Again | undefined {
  const about = aboutOf(type);
  return about && again[about];
}
