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

/** The first that matches counts: KMS has own errors about throttling and outages. A status code is an error without a name. */
const codes: readonly (readonly [RegExp, AboutAws])[] = [
  [
    /throttl|^(ProvisionedThroughputExceeded|RequestLimitExceeded|LimitExceeded)(Exception)?$|^429$/i,
    'throttled',
  ],
  [
    new RegExp(
      `^(${unreachable}|5\\d\\d|Internal\\w*|KMSInternal\\w*|DependencyTimeout\\w*|ServiceUnavailable\\w*|RequestTimeout\\w*)$`,
    ),
    'unreachable',
  ],
  [
    /^(ResourceNotFound(Exception)?|NotFoundException|QueueDoesNotExist|AWS\.SimpleQueueService\.NonExistentQueue)$/,
    'missing',
  ],
  [
    /^(AccessDenied(Exception)?|AuthorizationErrorException|NotAuthorized|OptInRequired|InvalidSecurity|DecryptionFailure(Exception)?|KMS\w+|Kms\w+|403)$/,
    'denied',
  ],
  [
    /^(ExpiredToken\w*|InvalidClientTokenId|InvalidAccessKeyId|InvalidSignatureException|SignatureDoesNotMatch|UnrecognizedClientException|MissingAuthenticationToken\w*|IncompleteSignature\w*|401)$/,
    'no credentials',
  ],
  [/^Request(Expired|InTheFuture|TimeTooSkewed)$/, 'wrong clock'],
  [/^Transaction(Conflict|InProgress)(Exception)?$/, 'conflict'],
  [
    /^(Validation(Error|Exception)|ItemCollectionSizeLimitExceeded(Exception)?|IdempotentParameterMismatch(Exception)?|DuplicateItem(Exception)?|Invalid(Parameter|Request|Address)\w*|InvalidMessageContents|SerializationException|UnknownOperation(Exception)?|UnsupportedOperation(Exception)?|RequestEntityTooLarge(Exception)?|MalformedHttpRequest(Exception)?|MessageTooLong|BatchRequestTooLong|400|413)$/,
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
