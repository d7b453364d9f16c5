import type { ApiKey } from '../../../src/api-keys/api-key.ts';

/** An API key of Ana's that works for eight hours. */
export const apiKeyOf = (createdAt: number, more: Partial<ApiKey> = {}): ApiKey => ({
  ...{ id: '7f3a21', person: 'U0ANA', team: 'T1', account: 'ACME' },
  ...{ createdAt, expiresAt: createdAt + 8 * 3_600_000, ...more },
});
