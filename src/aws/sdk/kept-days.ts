import { evaluatedTogetherFor } from '../../change/model/openings.ts';
import { longestLease, longestRequest } from '../../change/model/time-limits.ts';
import { day } from '../../core/clock.ts';
import { longestSpan } from '../../time/timing.ts';

/*
 * Retention of records, in days. Code treats an expired record as one that never existed, so none may expire while it may still
 * be needed. A test compares the retention of each kind of record with the longest wait for it.
 */

/**
 * Days in which a message can be redelivered: up to 14 days among the dead letters, 4 days in the queue after a redrive
 * (deploy/queue.yml), and a day for clock differences. Each delivery extends the TTL of its record.
 */
export const messageDays = 14 + 4 + 1;

/**
 * Days that a proof is stored: until the last step of a request can begin, or until an applied change with the longest extension
 * has ended, plus the time in which the job of that step or end can be redelivered.
 */
export const proofDays = Math.ceil(Math.max(longestRequest, longestLease) / day) + messageDays;

/**
 * Days that the claim of a resource is stored: longer than any time between reading and claiming a resource. If the claiming step
 * supersedes an end, the claim is stored for `proofDays`, since the end may wait that long.
 */
export const holdDays = 3;

/** Days that an opening is stored after its end: the longest limit of a policy, and what ended an hour before it still counts. */
export const openingDays = Math.ceil((longestSpan + evaluatedTogetherFor) / day);

/** Days that records which people look up by name or number are stored after they are over. */
export const historyDays = 400;

/** Days that a request's number is stored after the time for its approval: as long as the request itself. */
export const numberDays = Math.ceil(longestRequest / day) + historyDays;

/** Days that the parts of a reading are stored: one that isn't finished within a day is begun again. */
export const readingDays = 2;

/** Days that a watch's findings are stored: as long as people may ask what changed. */
export const findingDays = 35;
