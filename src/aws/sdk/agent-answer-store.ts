import type { AgentAnswers } from '../../agents/agent-answers.ts';
import type { Clock } from '../../core/clock.ts';
import { answerKey, contentOf } from './content.ts';
import type { Table } from './dynamodb.ts';
import { ttlAfter } from './items.ts';

const anHour = 1 / 24;

/** Stores the answers to agents' calls, for the function that waits for each and deletes it. What nobody takes expires. */
export const agentAnswersIn = (table: Table, clock: Clock): AgentAnswers => ({
  put: (slot, answer) =>
    table.put({ Item: { ...answerKey(slot), content: contentOf(answer), ttl: ttlAfter(clock(), anHour) } }),
});
