/**
 * Prices of AWS in us-east-1, in US dollars without taxes, as of November 2026, to the best of our knowledge. Check them before
 * you rely on a sum. Free tiers are omitted. Source:
 * aws.amazon.com/{lambda,api-gateway,sqs,dynamodb,secrets-manager,cloudwatch}/pricing.
 */
export const prices = {
  lambda: { gbSecondArm64: 0.0000133334, request: 0.2e-6 },
  httpApi: { request: 1e-6 },
  sqs: { request: 0.4e-6 },
  dynamoDb: { writeUnit: 0.625e-6, readUnit: 0.125e-6, gbMonth: 0.25, gbMonthOfRecovery: 0.2 },
  secretsManager: { secretMonth: 0.4, call: 0.05 / 10_000 },
  cloudWatch: { logGb: 0.5, metricMonth: 0.3, alarmMonth: 0.1 },
} as const;

/** Memory in MB for which a function gets one processor. With less memory, work takes proportionally longer. */
export const memoryOfOneProcessor = 1769;
