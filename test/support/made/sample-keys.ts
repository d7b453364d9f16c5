import { sampleTime } from '../../../local/doctor/sample-parts.ts';
import type { Answer } from '../../../src/answer/answer.ts';
import type { ApiKey } from '../../../src/api-keys/api-key.ts';
import { keyLines } from '../../../src/operations/keys/key-lines.ts';
import {
  keyIsOver,
  keyNotShown,
  newKey,
  oneTooMany,
  refusedBySlack,
} from '../../../src/operations/keys/new-key.ts';

const key: ApiKey = {
  id: '7f3a21',
  person: 'U0SAMPLE',
  team: 'T0SAMPLE',
  account: 'ACME',
  createdAt: Date.parse(sampleTime),
  expiresAt: Date.parse(sampleTime),
  lastUsedAt: Date.parse(sampleTime),
};
const token = `skydesk_U0SAMPLE_${key.id}_${'x'.repeat(43)}`;
const mcpUrl = 'https://sample.example/mcp';

/** Messages about API keys. */
export const sampleKeys = (): Readonly<Record<string, Answer>> => ({
  'a new API key': newKey({ key, token, mcpUrl, isReplaced: true }),
  'API keys, shown and not shown': [
    ...keyLines(key),
    ...keyNotShown(key, refusedBySlack),
    ...keyNotShown(key, oneTooMany([key])),
    ...keyIsOver(key),
  ],
});
