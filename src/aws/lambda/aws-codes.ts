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

/**
 * Without “Exception” at the end, which not all services write. The first that matches counts: KMS has own errors about throttling
 * and outages. A status code is an error without a name.
 */
const codes: readonly (readonly [RegExp, AboutAws])[] = [
  [/throttl|^(ProvisionedThroughputExceeded|RequestLimitExceeded|LimitExceeded|429)$/i, 'throttled'],
  [
    new RegExp(
      `^(${unreachable}|5\\d\\d|(KMS)?Internal\\w*|DependencyTimeout|ServiceUnavailable\\w*|RequestTimeout\\w*)$`,
    ),
    'unreachable',
  ],
  [/^((Resource)?NotFound|QueueDoesNotExist|AWS\.SimpleQueueService\.NonExistentQueue)$/, 'missing'],
  [/^(AccessDenied|AuthorizationError|NotAuthorized|OptInRequired|DecryptionFailure|KMS\w+|403)$/i, 'denied'],
  [
    /^(ExpiredToken|InvalidClientTokenId|InvalidAccessKeyId|InvalidSignature|SignatureDoesNotMatch|UnrecognizedClient|MissingAuthenticationToken|IncompleteSignature|401)$/,
    'no credentials',
  ],
  [/^Request(Expired|InTheFuture|TimeTooSkewed)$/, 'wrong clock'],
  [/^Transaction(Conflict|InProgress)$/, 'conflict'],
  [
    /^(Validation(Error)?|ItemCollectionSizeLimitExceeded|IdempotentParameterMismatch|DuplicateItem|Invalid(Parameter|Request|Address)\w*|InvalidMessageContents|Serialization|U(nknown|nsupported)Operation|RequestEntityTooLarge|MalformedHttpRequest|(Message|BatchRequest)TooLong|400|413)$/,
    'request',
  ],
];

/** Returns what an error is about; undefined for an unknown one. */
export function aboutOf(type: string): AboutAws | undefined {
  const name = type.replace(/Exception$/, '');
  return codes.find(([names]) => names.test(name))?.[1];
}

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
